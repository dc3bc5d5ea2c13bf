import { setTimeout as sleep } from "node:timers/promises";
import type { FailoverInstallation } from "./failover-installation.ts";
import type { Acknowledged } from "./failover-load.ts";
import { query } from "./query.ts";

/** Where the database or the chain differ from what clients were told. Empty lists when nothing was lost or done twice. */
export interface FailoverDifferences {
  /** Prompts and streams that were answered in full and are not in the ledger. */
  lostCalls: string[];
  chargedTwice: string[];
  /** Orders that were accepted and do not exist, or were not charged exactly for what was made. */
  wrongCollections: string[];
  lostPayments: string[];
  paidTwice: string[];
  /** Tokens whose mint was accepted and that the database does not know, or that are not on the chain. */
  lostMints: number[];
  mintedTwice: string[];
  /**
   * Holds that workers released. No process dies, so with a synchronous standby each belonged to a live one. A standby that
   * forgot a capture has its hold back, which is released at its deadline.
   */
  holdsSwept: number;
  /** Of the lost calls, those whose hold was released so. */
  lostCallsReleased: number;
}

interface Entry {
  requestId: string;
  kind: "hold" | "capture" | "release";
  entries: number;
  amount: number;
}

export async function findDifferences(
  installation: FailoverInstallation,
  acknowledged: Acknowledged,
): Promise<FailoverDifferences> {
  const { databaseUrl } = installation.fleet;
  const { accountId } = installation.account;
  const entries = await query<Entry>(
    databaseUrl,
    `select request_id as "requestId", kind, count(*)::int as entries, sum(amount)::int as amount from ledger_entry
     where account_id = $1 and request_id is not null and kind in ('hold', 'capture', 'release') group by request_id, kind`,
    [accountId],
  );
  const find = (requestId: string, kind: Entry["kind"]) =>
    entries.find((entry) => entry.requestId === requestId && entry.kind === kind);
  const calls = [...acknowledged.prompts, ...acknowledged.streams];
  const orders = new Set(acknowledged.collections);
  const grants = await query<{ note: string; grants: number }>(
    databaseUrl,
    `select note, count(*)::int as grants from ledger_entry where account_id = $1 and kind = 'grant' group by note`,
    [accountId],
  );
  const granted = new Map(grants.map(({ note, grants }) => [note, grants]));
  const toNote = (payment: string) => `stripe payment ${payment}`;
  const uris = await installation.listMintedUris();
  const minted = await query<{ number: number; token_uri: string }>(
    databaseUrl,
    "select number, token_uri from token_mint where collection_id = $1",
    [installation.collectionId],
  );
  const uriOf = new Map(minted.map(({ number, token_uri }) => [number, token_uri]));
  return {
    lostCalls: calls.filter((id) => !find(id, "capture")),
    // Images of a collection are captured in parts; a call is captured once.
    chargedTwice: entries
      .filter(
        ({ requestId, kind, entries }) => kind === "capture" && entries > 1 && calls.includes(requestId),
      )
      .map(({ requestId }) => requestId),
    wrongCollections: [...orders].filter(
      (id) => find(id, "hold")?.amount !== find(id, "capture")?.amount || !find(id, "hold"),
    ),
    lostPayments: acknowledged.payments.filter((payment) => !granted.has(toNote(payment))),
    paidTwice: acknowledged.payments.filter((payment) => (granted.get(toNote(payment)) ?? 0) > 1),
    lostMints: acknowledged.mints.filter((number) => !uris.includes(uriOf.get(number) ?? "")),
    mintedTwice: uris.filter((uri, index) => uris.indexOf(uri) !== index),
    holdsSwept: await countSwept(installation),
    lostCallsReleased: calls.filter((id) => !find(id, "capture") && find(id, "release")).length,
  };
}

async function countSwept({ workers }: FailoverInstallation): Promise<number> {
  let swept = 0;
  for (const { metricsUrl } of workers) {
    const text = await (await fetch(metricsUrl)).text();
    swept += Number(/^mintwright_holds_swept_total (\d+)/m.exec(text)?.[1] ?? 0);
  }
  return swept;
}

/** Waits until every accepted order is made, every accepted token is on the chain and nothing is held. */
export async function untilAtRest({ fleet }: FailoverInstallation, timeoutInMs: number): Promise<void> {
  for (const endsAt = performance.now() + timeoutInMs; ; await sleep(250)) {
    const [open] = await query<{ holds: number; mints: number }>(
      fleet.databaseUrl,
      `select (select count(*)::int from hold) as holds,
        (select count(*)::int from token_mint where state in ('queued', 'signed')) as mints`,
    );
    if (open?.holds === 0 && open.mints === 0) return;
    if (performance.now() > endsAt) throw new Error(`still open: ${JSON.stringify(open)}`);
  }
}
