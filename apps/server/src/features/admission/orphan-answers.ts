import { sql } from "kysely";
import type { ObjectStore } from "../../engines/storage/index.ts";
import { toArrayLiteral } from "../../platform/database/array-literal.ts";
import type { CleanUpRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import { answersFolder } from "./admission.repository.ts";

const namesPerStatement = 500;
/** Account and hold. Other files are not ours to delete. */
const answerName = /^answers\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/;

/**
 * Deletes files of answers that no row refers to: their process died or lost its hold before the settlement stored the
 * answer, or a new request took over an expired key. A file whose hold is open may still be needed. A settlement deletes
 * the hold and stores the answer in one transaction, so one statement that sees neither has found an orphan.
 */
export async function deleteOrphanAnswers(
  database: Database,
  round: CleanUpRound,
  store: Pick<ObjectStore, "list" | "delete">,
): Promise<number> {
  let deleted = 0;
  let names: string[] = [];
  const deleteOrphans = async () => {
    const startedAt = performance.now();
    const orphans = await findOrphans(database, names);
    const elapsedInMs = performance.now() - startedAt;
    for (const name of orphans) await store.delete(name);
    deleted += orphans.length;
    names = [];
    await round.rest(elapsedInMs);
  };
  for await (const name of store.list(answersFolder)) {
    if (round.isOver()) return deleted;
    if (answerName.test(name)) names.push(name);
    if (names.length === namesPerStatement) await deleteOrphans();
  }
  if (names.length > 0) await deleteOrphans();
  return deleted;
}

async function findOrphans(database: Database, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select file.name from unnest(${toArrayLiteral(names)}::text[]) as file(name)
    where not exists (select from idempotent_answer i where i.answer_object = file.name)
      and not exists (
        select from hold h
        where h.account_id = split_part(file.name, '/', 2)::uuid and h.hold_id = split_part(file.name, '/', 3)::uuid
      )`.execute(database);
  return rows.map(({ name }) => name);
}
