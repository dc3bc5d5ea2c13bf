import { sql } from "kysely";
import type { ClientBase } from "pg";
import { detectPooler } from "./detect-pooler.ts";

const mark = "/* prepared */";

/**
 * Begins a statement that PostgreSQL parses and plans once for each connection instead of in every call. Only for texts
 * that never change: each one stays in memory.
 */
export const prepared = sql.raw(mark);

const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = `prepared_${names.size}`;
    names.set(text, name);
  }
  return name;
}

/** Lets a connection prepare statements. Behind a pooler it does not: each transaction may run in another session. */
export async function prepareStatements(client: ClientBase): Promise<void> {
  if (await detectPooler(client)) return;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((text: unknown, ...args: unknown[]) =>
    typeof text === "string" && text.startsWith(mark)
      ? query({ name: nameOf(text), text, values: args[0] })
      : query(text, ...args)) as typeof client.query;
}
