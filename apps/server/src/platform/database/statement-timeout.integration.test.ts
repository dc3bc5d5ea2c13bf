import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../__fixtures__/cloned-database.ts";
import { createLogger } from "../logging.ts";
import { ensureStatementTimeout } from "./statement-timeout.ts";

const logger = createLogger("silent");
let clone: ClonedDatabase;
let role: string;
let url: string;

beforeEach(async () => {
  clone = await cloneDatabase({ isEmpty: true });
  role = `role_${crypto.randomUUID().replaceAll("-", "")}`;
  await clone.query(`create role ${role} login`);
  const own = new URL(clone.url);
  own.username = role;
  url = own.href;
});

afterEach(async () => {
  const [row] = await clone.query<{ name: string }>("select current_database() as name");
  await clone.query(`alter role ${role} in database ${row?.name} reset all`);
  await clone.query(`drop role ${role}`);
  await clone.close();
});

async function readTimeout(): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select current_setting('statement_timeout') as timeout");
  await client.end();
  return rows[0].timeout;
}

it("bounds statements of a role without privileges, set by many processes at once", async () => {
  expect(await readTimeout()).toBe("0");
  await Promise.all(Array.from({ length: 8 }, () => ensureStatementTimeout(url, logger)));
  expect(await readTimeout()).toBe("30s");
});

it.each(["0", "90s"])("keeps the %s that the operator has set", async (timeout) => {
  await clone.query(`alter role ${role} set statement_timeout = '${timeout}'`);
  await ensureStatementTimeout(url, logger);
  expect(await readTimeout()).toBe(timeout === "0" ? "0" : "90s");
});
