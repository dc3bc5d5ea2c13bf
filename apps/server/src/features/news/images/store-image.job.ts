import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { ObjectStore } from "../../../engines/storage/index.ts";
import type { Database } from "../../../platform/database/database.ts";
import { type Outbound, OutboundError } from "../../../platform/outbound/index.ts";
import type { JobDefinition } from "../../../platform/queue/queue.ts";
import { newsImageKind } from "../news-job-kinds.ts";
import { shrinkImage, UnusableImageError } from "./shrink-image.ts";

const maxBytes = 10 * 1024 * 1024;
const timeoutInMs = 15_000;

/** Creates the image job. When an image cannot be stored, the article keeps the outlet's URL. */
export function createNewsImageJob({
  database,
  store,
  outbound,
}: {
  database: Database;
  store: ObjectStore;
  outbound: Outbound;
}): JobDefinition {
  async function handle({ articleId }: { articleId: number }): Promise<void> {
    const { rows } = await sql<{ url: string }>`
      select image_url as url from news_article
      where article_id = ${articleId}::bigint and image_url is not null and image_object is null`.execute(
      database,
    );
    const image = rows[0] && (await fetchImage(outbound, rows[0].url));
    if (!image) return;
    const object = `news/${articleId}-${createHash("sha256").update(image).digest("hex")}.webp`;
    await store.putNew(object, image);
    await sql`update news_article set image_object = ${object} where article_id = ${articleId}::bigint`.execute(
      database,
    );
  }
  return { ...newsImageKind, handle: (payload) => handle(newsImageKind.payload.parse(payload)) };
}

/** Returns undefined when a retry is pointless; throws when one may succeed. */
async function fetchImage(outbound: Outbound, url: string): Promise<Buffer | undefined> {
  try {
    const { status, body } = await outbound.fetch(url, { maxBytes, timeoutInMs, accept: ["image/*"] });
    if (status >= 500 || status === 429) throw new Error(`The image server responded with status ${status}.`);
    return status === 200 ? await shrinkImage(body) : undefined;
  } catch (error) {
    const isFinal =
      error instanceof UnusableImageError || (error instanceof OutboundError && !error.isRetryable);
    if (isFinal) return undefined;
    throw error;
  }
}
