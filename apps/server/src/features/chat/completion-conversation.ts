import type { ChatTurn } from "./chat-model.ts";

/** A message of the protocol, as the contract leaves it. */
export interface CompletionMessage {
  role: "system" | "developer" | "user" | "assistant";
  content: string;
}

/** A conversation as our chat models take it. */
export interface Conversation {
  /** What the calling application tells the model, apart from the user's words. */
  instructions: string | undefined;
  history: ChatTurn[];
  question: string;
}

/** Sorts messages into instructions, earlier turns and the question; what one side says at a stretch is one text. */
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
