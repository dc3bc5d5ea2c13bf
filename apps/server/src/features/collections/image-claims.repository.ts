import type { ImageModelName } from "@mintwright/api-contract";
import { sql } from "kysely";
import { busy } from "../../platform/batcher.ts";
import { toArrayLiteral } from "../../platform/database/array-literal.ts";
import type { Database } from "../../platform/database/database.ts";

/** One image that this process may generate. A result is accepted only with the fence of the newest claim. */
export interface ImageClaim {
  accountId: string;
  collectionId: string;
  number: number;
  fence: number;
  seed: number;
  traits: { trait_type: string; value: string }[];
  failures: number;
  losses: number;
  model: ImageModelName;
  /** The engine was down: this image probes whether it is back. */
  isProbe: boolean;
}

export interface ClaimRequest {
  processId: string;
  models: readonly ImageModelName[];
  slots: number;
  /** Images in progress on that engine across all workers; undefined when each worker has its own engine. */
  engineLimit: number | undefined;
  /** Images of one account in progress on that engine across all workers. */
  accountLimit: number;
}

export type ClaimImages = (database: Database, request: ClaimRequest) => Promise<ImageClaim[]>;

/** Claims the next images of one engine, fairly between accounts and within its limits. */
export const claimImages: ClaimImages = async (database, request) => {
  const { rows } = await sql<ClaimRow>`
    select account_id, collection_id, number, fence, seed, traits, failures, losses, model, is_probe
    from claim_images(
      ${request.processId}::uuid, ${toArrayLiteral(request.models)}::text::text[], ${request.slots}::integer,
      ${request.engineLimit ?? null}::integer, ${request.accountLimit}::integer
    )`.execute(database);
  return rows.map(toImageClaim);
};

interface ClaimRow {
  account_id: string;
  collection_id: string;
  number: number;
  fence: number;
  seed: number;
  traits: ImageClaim["traits"];
  failures: number;
  losses: number;
  model: ImageModelName;
  is_probe: boolean;
}

function toImageClaim(row: ClaimRow): ImageClaim {
  return {
    accountId: row.account_id,
    collectionId: row.collection_id,
    number: row.number,
    fence: row.fence,
    seed: row.seed,
    traits: row.traits,
    failures: row.failures,
    losses: row.losses,
    model: row.model,
    isProbe: row.is_probe,
  };
}

export interface MadeImage {
  object: string;
  sha256: string;
  cid: string;
  byteSize: number;
  width: number;
  height: number;
  seed: number;
  engine: string;
  warnings: string[];
  /** The C2PA manifest in the file; undefined without content credentials. */
  credential?: string | undefined;
}

export type ImageResult =
  | { outcome: "made"; image: MadeImage }
  | { outcome: "failed"; code: string; message: string }
  | { outcome: "retry"; code: string; message: string; retryInMs: number }
  | { outcome: "back"; retryInMs: number };

/**
 * Records results under their fences and captures the price of generated images. Returns whether each result was
 * accepted. Waits at most `lockWaitInMs` for a locked account and then fails; with 0 it skips locked accounts.
 */
export async function finishImages(
  database: Database,
  processId: string,
  results: readonly { claim: ImageClaim; result: ImageResult }[],
  lockWaitInMs: number,
): Promise<(boolean | typeof busy)[]> {
  const { rows } = await sql<{ collection_id: string; number: number; state: string }>`
    select collection_id, number, state from finish_images(
      ${processId}::uuid, ${JSON.stringify(results.map(toResultRow))}::text::jsonb, ${lockWaitInMs}::integer
    )`.execute(database);
  const states = new Map(rows.map((row) => [`${row.collection_id} ${row.number}`, row.state]));
  return results.map(({ claim }) => {
    const state = states.get(`${claim.collectionId} ${claim.number}`);
    return state === "busy" ? busy : state !== undefined;
  });
}

function toResultRow({ claim, result }: { claim: ImageClaim; result: ImageResult }) {
  const image = result.outcome === "made" ? result.image : undefined;
  return {
    account_id: claim.accountId,
    collection_id: claim.collectionId,
    number: claim.number,
    fence: claim.fence,
    outcome: result.outcome,
    ...("retryInMs" in result && { retry_in_ms: result.retryInMs }),
    ...("code" in result && { error_code: result.code, error_message: toStorable(result.message) }),
    ...(image && {
      object: image.object,
      sha256: image.sha256,
      cid: image.cid,
      byte_size: image.byteSize,
      width: image.width,
      height: image.height,
      seed: image.seed,
      engine: image.engine,
      warnings: image.warnings.map(toStorable),
      credential: image.credential,
    }),
  };
}

/** Removes what PostgreSQL text cannot store, NUL and lone surrogates: engine messages are untrusted. */
function toStorable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

/** Reclaims images of processes without a heartbeat. Returns their collections. */
export async function reclaimImages(
  database: Database,
  { silenceInMs, graceInMs }: { silenceInMs: number; graceInMs: number },
): Promise<{ accountId: string; collectionId: string }[]> {
  const { rows } = await sql<{ account_id: string; collection_id: string }>`
    select distinct account_id, collection_id from reclaim_images(${silenceInMs}::integer, 1000, ${graceInMs}::integer)`.execute(
    database,
  );
  return rows.map((row) => ({ accountId: row.account_id, collectionId: row.collection_id }));
}

/** Releases claims that this process does not know about, because its connection broke during the claim. */
export async function releaseUnknownClaims(
  database: Database,
  processId: string,
  knownFences: readonly number[],
): Promise<void> {
  await sql`
    with forgotten as (
      delete from image_claim
      where process_id = ${processId}::uuid and claimed_at < now() - interval '10 seconds'
        and not fence = any(${toArrayLiteral(knownFences)}::text::bigint[])
      returning account_id, collection_id, number
    )
    update collection_image i set retry_at = now() from forgotten f
    where i.account_id = f.account_id and i.collection_id = f.collection_id and i.number = f.number and i.state = 'waiting'
  `.execute(database);
}

/** The fences of this process's claims whose collection is still open. */
export async function listLiveFences(database: Database, processId: string): Promise<Set<number>> {
  const rows = await database
    .selectFrom("image_claim")
    .innerJoin("collection", (join) =>
      join
        .onRef("collection.account_id", "=", "image_claim.account_id")
        .onRef("collection.collection_id", "=", "image_claim.collection_id"),
    )
    .select("image_claim.fence")
    .where("image_claim.process_id", "=", processId)
    .where("collection.state", "in", ["queued", "processing"])
    .execute();
  return new Set(rows.map(({ fence }) => fence));
}
