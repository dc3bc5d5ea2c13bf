import { z } from "zod";
import { AppError } from "../../platform/errors.ts";

export interface NewsPosition {
  createdAt: Date;
  articleId: number;
}

const latestMoment = Date.UTC(9999, 0, 1);
const positionSchema = z.tuple([z.int().min(0).max(latestMoment), z.int().min(1)]);

export function encodeNewsCursor({ createdAt, articleId }: NewsPosition): string {
  return Buffer.from(JSON.stringify([createdAt.getTime(), articleId])).toString("base64url");
}

/** Decodes a cursor. Throws when it was not created here. */
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
