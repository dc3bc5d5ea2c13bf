import { z } from "zod";
import { AppError } from "./errors.ts";

/**
 * A timestamp in PostgreSQL's UTC format, to the microsecond: JavaScript dates end at milliseconds. Rejects impossible
 * dates, which the database would report as an internal error.
 */
export const exactMoment = z
  .string()
  .regex(/^(?!0000)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?$/)
  .refine((text) => z.iso.datetime({ local: true }).safeParse(text.replace(" ", "T")).success);

export interface PageCursor<Position> {
  encode(position: Position): string;
  /** Throws for anything that no earlier answer can have returned. */
  decode(cursor: string): Position;
}

export function createPageCursor<Position>(schema: z.ZodType<Position>): PageCursor<Position> {
  return {
    encode: (position) => Buffer.from(JSON.stringify(position)).toString("base64url"),
    decode(cursor) {
      try {
        return schema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
      } catch (cause) {
        throw new AppError("invalid_request", "cursor must be the nextCursor of an earlier answer.", {
          cause,
        });
      }
    },
  };
}
