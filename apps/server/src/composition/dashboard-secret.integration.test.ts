import { createHmac, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type DashboardBench,
  dashboardSecret,
  startDashboardBench,
} from "./__fixtures__/dashboard-visitor.ts";

let bench: DashboardBench;

beforeAll(async () => {
  bench = await startDashboardBench();
});

afterAll(() => bench.close());

/** The bearer key that an earlier version derived from the dashboard's secret, and that the public API accepted. */
function deriveBearerKey(accountId: string): string {
  const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const write = (number: bigint, length: number) =>
    Array.from({ length }, (_, place) => alphabet[Number((number / 62n ** BigInt(place)) % 62n)]);
  const digest = createHmac("sha256", dashboardSecret).update(`dashboard ${accountId}`).digest("hex");
  const text = `mw_live_aa${write(BigInt(`0x${digest}`), 30).join("")}`;
  return (
    text +
    write(BigInt(crc32(text)), 6)
      .reverse()
      .join("")
  );
}

describe("the hidden key of an account's dashboard", () => {
  it("is refused at the public API, whatever a caller sends as a bearer key", async () => {
    const owner = await bench.signUp();
    const calls = Array.from({ length: 4 }, () => owner.call("GET", "/operations/credits/balance"));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { database } = bench.platform;
    const [hidden, ...others] = await database
      .selectFrom("api_key")
      .select(["key_id", "secret_hash"])
      .where("account_id", "=", owner.accountId)
      .execute();
    expect(others).toEqual([]);
    const bearers = [
      deriveBearerKey(owner.accountId),
      hidden?.key_id ?? "",
      hidden?.secret_hash.toString("hex") ?? "",
    ];
    for (const bearer of bearers) {
      const { statusCode } = await bench.app.inject({
        url: "/credits/balance",
        headers: { authorization: `Bearer ${bearer}` },
      });
      expect([bearer, statusCode]).toEqual([bearer, 401]);
    }
    // The row refuses every digest that a bearer key could have.
    const planted = sql`update api_key set secret_hash = ${randomBytes(32)}
      where account_id = ${owner.accountId}`.execute(database);
    await expect(planted).rejects.toThrow("api_key_lookup");
  });
});
