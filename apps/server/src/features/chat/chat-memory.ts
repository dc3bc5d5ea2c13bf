/** The record of a question and its answer, stored in the transaction that charges for it. */
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

/** Serialises a record for PostgreSQL, whose text type allows neither NUL nor lone surrogates. */
export function writeChatMemory(memory: ChatMemory): string {
  const clean = (_name: string, value: unknown) =>
    typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value;
  return JSON.stringify(memory, clean);
}
