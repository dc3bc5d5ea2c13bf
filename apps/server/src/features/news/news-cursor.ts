import { z } from "zod";
import { AppError } from "../../platform/errors.ts";

/** A place in the list to continue from: the last article that was shown. */
export interface NewsPosition {
  createdAt: Date;
  articleId: number;
}

const latestMoment = Date.UTC(9999, 0, 1);
const positionSchema = z.tuple([z.int().min(0).max(latestMoment), z.int().min(1)]);

/** Writes a position as an opaque text. */
export function encodeNewsCursor({ createdAt, articleId }: NewsPosition): string {
  return Buffer.from(JSON.stringify([createdAt.getTime(), articleId])).toString("base64url");
}

/** Reads a position again; throws when the text was not made here. */
export function decodeNewsCursor(cursor: string): NewsPosition {
  try {
    const [createdAt, articleId] = positionSchema.parse(
      JSON.parse(Buffer.from(cursor, "base64url").toString()),
    );
    return { createdAt: new Date(createdAt), articleId };
  } catch (cause) {
    const message = "cursor must be the nextCursor of an earlier answer.";
    throw new AppError("invalid_request", message, {
      cause,
      details: { issues: [{ path: "cursor", message }] },
    });
  }
}
