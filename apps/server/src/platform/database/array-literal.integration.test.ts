import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../__fixtures__/cloned-database.ts";
import { toArrayLiteral, toByteaText } from "./array-literal.ts";

let clone: ClonedDatabase;

beforeAll(async () => {
  clone = await cloneDatabase();
});

afterAll(() => clone.close());

async function roundTrip(values: (string | null)[]): Promise<(string | null)[]> {
  const { rows } = await sql<{ value: (string | null)[] }>`
    select ${toArrayLiteral(values)}::text::text[] as value`.execute(clone.database);
  return rows[0]?.value ?? [];
}

const awkward = [
  ["empty", ""],
  ["a space", " "],
  ["double quotes", '"quoted" and "'],
  ["single quotes", "it's '' fine"],
  ["backslashes", '\\ \\\\ \\n \\" C:\\'],
  ["braces and commas", "{a,b},{c}"],
  ["the word NULL", "NULL"],
  ["the word null", "null"],
  ["line ends and tabs", "a\nb\r\nc\td"],
  ["other scripts", "日本語 العربية Ωμέγα é"],
  ["characters beyond 16 bits", "🦊👩‍👩‍👧𝒳"],
  ["SQL", "'); drop table account; --"],
  ["dollars and percents", "$1 $$ %s %% $&"],
  ["control characters", "\u0001\u001f\u007f"],
  ["surrounding spaces", "  x  "],
] as const;

describe("an array literal", () => {
  it.each(awkward)("brings back text with %s", async (_case, value) => {
    expect(await roundTrip([value])).toEqual([value]);
  });

  it("keeps the order, and null apart from the text NULL", async () => {
    const values = [null, "NULL", ...awkward.map(([, value]) => value), null];
    expect(await roundTrip(values)).toEqual(values);
  });

  it("may be empty", async () => {
    expect(toArrayLiteral([])).toBe("{}");
    expect(await roundTrip([])).toEqual([]);
  });

  it("brings back random text of the characters that mean something in it", async () => {
    const characters = ['"', "\\", "{", "}", ",", " ", "N", "U", "L", "\n", "é", "🦊", "'"];
    let seed = 42;
    const next = (bound: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * bound);
    };
    const values = Array.from({ length: 2_000 }, () =>
      Array.from({ length: next(9) }, () => characters[next(characters.length)]).join(""),
    );
    expect(new Set(values).size).toBeGreaterThan(1_000);
    expect(await roundTrip(values)).toEqual(values);
  });

  it("carries whole numbers exactly", async () => {
    const values = [0, -1, 475, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, null];
    const { rows } = await sql<{ value: string[] }>`
      select ${toArrayLiteral(values)}::text::bigint[]::text[] as value`.execute(clone.database);
    expect(rows[0]?.value).toEqual(["0", "-1", "475", "9007199254740991", "-9007199254740991", null]);
  });

  it("carries bytes", async () => {
    const hexes = ["", "00", "ff00", "5c22", "7b2c7d"];
    const { rows } = await sql<{ value: Buffer[] }>`
      select ${toArrayLiteral(hexes.map(toByteaText))}::text::bytea[] as value`.execute(clone.database);
    expect(rows[0]?.value.map((bytes) => bytes.toString("hex"))).toEqual(hexes);
  });
});

describe("a connection", () => {
  it("reads bigint and numeric as safe integers", async () => {
    const { rows } = await sql`select 9007199254740991::bigint as a, sum(x) as b, count(*) as c
      from (values (5::bigint), (7)) v(x)`.execute(clone.database);
    expect(rows).toEqual([{ a: Number.MAX_SAFE_INTEGER, b: 12, c: 2 }]);
  });

  it("refuses an amount that a number cannot hold, instead of rounding it", async () => {
    const query = sql`select 9007199254740993::bigint as a`.execute(clone.database);
    await expect(query).rejects.toThrow("does not fit a safe integer");
    expect((await sql`select 1::bigint as a`.execute(clone.database)).rows).toEqual([{ a: 1 }]);
  });
});
