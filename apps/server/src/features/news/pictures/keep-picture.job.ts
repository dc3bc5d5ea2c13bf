import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { ObjectStore } from "../../../engines/storage/index.ts";
import type { Database } from "../../../platform/database/database.ts";
import { type Outbound, OutboundError } from "../../../platform/outbound/index.ts";
import type { JobDefinition, JobKind } from "../../../platform/queue/queue.ts";
import { shrinkPicture, UnusablePictureError } from "./shrink-picture.ts";

const maxBytes = 10 * 1024 * 1024;
const timeoutInMs = 15_000;

const payloadSchema = z.object({ articleId: z.int().positive() });
type Payload = z.infer<typeof payloadSchema>;

/** Keeps a small copy of an article's picture, so that readers do not depend on the outlet's server. */
export const keepNewsPictureJob: JobKind<Payload> = {
  name: "keep-news-picture",
  payload: payloadSchema,
  retryLimit: 4,
};

/** The job that keeps pictures. What cannot be kept stays where it was: the article shows the outlet's own address. */
export function createPictureJobs({
  database,
  store,
  outbound,
}: {
  database: Database;
  store: ObjectStore;
  outbound: Outbound;
}): JobDefinition[] {
  async function handle({ articleId }: Payload): Promise<void> {
    const { rows } = await sql<{ url: string }>`
      select image_url as url from news_article
      where article_id = ${articleId}::bigint and image_url is not null and image_object is null`.execute(
      database,
    );
    const picture = rows[0] && (await fetchPicture(outbound, rows[0].url));
    if (!picture) return;
    const object = `news/${articleId}-${createHash("sha256").update(picture).digest("hex")}.webp`;
    await store.putNew(object, picture);
    await sql`update news_article set image_object = ${object} where article_id = ${articleId}::bigint`.execute(
      database,
    );
  }
  return [{ ...keepNewsPictureJob, handle: (payload) => handle(payload as Payload) }];
}

/** Undefined when no later attempt could bring a picture; throws when one could. */
async function fetchPicture(outbound: Outbound, url: string): Promise<Buffer | undefined> {
  try {
    const { status, body } = await outbound.fetch(url, { maxBytes, timeoutInMs, accept: ["image/*"] });
    if (status >= 500 || status === 429) throw new Error(`The server of the picture answered ${status}.`);
    return status === 200 ? await shrinkPicture(body) : undefined;
  } catch (error) {
    const isFinal =
      error instanceof UnusablePictureError || (error instanceof OutboundError && !error.isRetryable);
    if (isFinal) return undefined;
    throw error;
  }
}
