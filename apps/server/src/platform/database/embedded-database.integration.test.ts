import { sql } from "kysely";
import { expect, it } from "vitest";
import { openEmbedded } from "./embedded-database.ts";

it("gives values as a server's driver does, and reads a clock that can be put ahead", {
  timeout: 60_000,
}, async () => {
  const { database } = await openEmbedded();
  const { rows } = await sql`
    select 7::bigint as big, sum(x) as total, 30.001::numeric as measured, '\\x00ff'::bytea as bytes
    from (values (2::bigint), (3)) as v(x)`.execute(database);
  expect(rows).toEqual([{ big: 7, total: 5, measured: 30.001, bytes: Buffer.from([0, 255]) }]);
  await sql`select set_config('mintwright.ahead_in_seconds', '86400', false)`.execute(database);
  const { rows: times } = await sql<{ now: Date; clock: Date }>`
    select now(), clock_timestamp() as clock`.execute(database);
  for (const time of Object.values(times[0] ?? {})) {
    expect(Math.abs(time.getTime() - Date.now() - 86_400_000)).toBeLessThan(30_000);
  }
  expect(times).toHaveLength(1);
  await database.destroy();
});
