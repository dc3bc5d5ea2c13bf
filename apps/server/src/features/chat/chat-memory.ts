/** What is remembered of a question and its answer, with the charge for it. */
export interface ChatMemory {
  keyId: string;
  sdkUniqueId: string | null;
  model: string;
  question: string;
  answer: string;
  requestId: string;
  promptTokens: number | null;
  completionTokens: number | null;
  firstTextInMs: number;
}

/** Writes a memory as the database takes it: PostgreSQL's text has no NUL and no half of a surrogate pair. */
export function writeChatMemory(memory: ChatMemory): string {
  const clean = (_name: string, value: unknown) =>
    typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value;
  return JSON.stringify(memory, clean);
}
