import { sql } from "kysely";
import type { Hex } from "../../engines/chain/index.ts";
import type { Database } from "../../platform/database/database.ts";
import { lockAccount, settleHeldPart } from "../credits/index.ts";
import { keyOf, type TokenMint } from "./mints.repository.ts";

/** How the mint of a token changes. Its price is captured when the service minted it, and released when it failed. */
export type MintChange =
  /** `forgotten`: where a transaction that the database forgot has it. */
  | {
      state: "minted";
      tokenId: string;
      hash: Hex;
      forgotten?: { nonce: number; batchPosition: number };
      isByService: boolean;
    }
  /** `isAttempt`: a transaction was spent on it. */
  | { state: "failed"; problem: string; hash: Hex | null; isAttempt: boolean }
  | { state: "queued"; problem: string; isAttempt: boolean };

/** Ends or changes the mint of a token that is still as it was read, with its credits in the same transaction. */
export async function settleMint(database: Database, mint: TokenMint, change: MintChange): Promise<void> {
  const sameMint = { ...keyOf(mint), state: mint.state };
  await database.transaction().execute(async (transaction) => {
    // An account that another transaction keeps locked does not delay the tokens of other accounts.
    await sql`set local lock_timeout = '5s'`.execute(transaction);
    const found = await transaction
      .selectFrom("token_mint")
      .select("hold_id")
      .where(({ and }) => and(sameMint))
      .executeTakeFirst();
    if (found?.hold_id) await lockAccount(transaction, mint.accountId);
    const before = await transaction
      .selectFrom("token_mint")
      .select(["price", "hold_id"])
      .where(({ and }) => and(sameMint))
      .where(sql<boolean>`nonce is not distinct from ${mint.nonce}::bigint`)
      .forUpdate()
      .executeTakeFirst();
    if (!before) return;
    const isOver = change.state !== "queued";
    await transaction
      .updateTable("token_mint")
      .set({
        state: change.state,
        changed_at: new Date(),
        problem: change.state === "minted" ? null : change.problem,
        absences: 0,
        absent_since_block: null,
        ...(change.state === "minted" && {
          token_id: change.tokenId,
          hash: change.hash,
          ...(change.forgotten && {
            nonce: change.forgotten.nonce,
            batch_position: change.forgotten.batchPosition,
          }),
        }),
        ...(change.state === "failed" && { hash: change.hash }),
        ...(change.state !== "minted" && change.isAttempt && { failures: sql`failures + 1` }),
        ...(change.state === "queued" && { nonce: null, hash: null, batch_position: 0 }),
        ...(isOver && { hold_id: null, price: 0 }),
      })
      .where(({ and }) => and(sameMint))
      .execute();
    if (!isOver || !before.hold_id) return;
    await settleHeldPart(transaction, {
      accountId: mint.accountId,
      holdId: before.hold_id,
      amount: before.price,
      isCaptured: change.state === "minted" && change.isByService,
    });
  });
}
