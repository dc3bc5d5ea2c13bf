import type { ChatTurn } from "./chat-model.ts";

export interface CompletionMessage {
  role: "system" | "developer" | "user" | "assistant";
  content: string;
}

export interface Conversation {
  instructions: string | undefined;
  history: ChatTurn[];
  question: string;
}

/** Splits messages into instructions, earlier turns and the question. Consecutive messages of one side are joined. */
export function readConversation(messages: readonly CompletionMessage[]): Conversation {
  const instructions: string[] = [];
  const history: ChatTurn[] = [];
  let user: string[] = [];
  for (const { role, content } of messages) {
    const last = history.at(-1);
    if (role === "user") user.push(content);
    else if (role !== "assistant") instructions.push(content);
    else if (user.length === 0 && last) last.assistant += `\n\n${content}`;
    else {
      history.push({ user: user.join("\n\n"), assistant: content });
      user = [];
    }
  }
  return {
    instructions: instructions.join("\n\n").trim() || undefined,
    history,
    question: user.join("\n\n"),
  };
}
