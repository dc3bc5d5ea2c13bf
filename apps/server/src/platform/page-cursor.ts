import { z } from "zod";
import { AppError } from "./errors.ts";

/**
 * A moment as PostgreSQL writes it in UTC, to the microsecond: dates in JavaScript end at milliseconds. Only
 * moments that exist, because the database would refuse another one as our mistake.
 */
export const exactMoment = z
  .string()
  .regex(/^(?!0000)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?$/)
  .refine((text) => z.iso.datetime({ local: true }).safeParse(text.replace(" ", "T")).success);

/** Turns a position in a list into the opaque text that continues the list there, and back. */
export interface PageCursor<Position> {
  encode(position: Position): string;
  /** Refuses what no earlier answer can have said. */
  decode(cursor: string): Position;
}

/** Creates the cursor of one kind of list. */
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
