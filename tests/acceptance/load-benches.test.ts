import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Runs a bench at a small size and returns what it printed. */
async function run(bench: string, sizes: Record<string, string>): Promise<string> {
  const script = fileURLToPath(new URL(`../../bench/${bench}.ts`, import.meta.url));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=@mintwright/source", script],
    { env: { ...process.env, ...sizes } },
  );
  return stdout;
}

test("bench:capacity measures every kind of work and plans a day of calls", async () => {
  const printed = await run("capacity", {
    CAPACITY_ACCOUNTS: "2000",
    CAPACITY_CALLS: "100",
    CAPACITY_ROUNDS: "1",
    CAPACITY_FLUSH_SECONDS: "1",
  });
  for (const kind of ["paid_call", "conversation_turn", "news_page", "image", "webhook_delivery"])
    expect(printed).toMatch(new RegExp(`^figure capacity\\.${kind}_log_bytes_again = [1-9]`, "m"));
  expect(printed).toMatch(/^\| API processes \| \d+ \| \d+ \| \d+ \|$/m);
}, 240_000);

test("bench:tenants compares admission with few and many accounts", async () => {
  const printed = await run("tenants", { TENANTS: "20000", TENANTS_ROUNDS: "1", TENANTS_SECONDS: "0.5" });
  expect(printed).toMatch(
    /^figure tenants\.admission_p50_million_over_ten_thousand = [\d.]+ \(goal <= 1\.2\)$/m,
  );
}, 180_000);

test("bench:soak ends with right answers and nothing stuck", async () => {
  const printed = await run("soak", { SOAK_MINUTES: "0.2" });
  expect(printed).toMatch(/^figure soak\.memory_over_warm = [\d.]+ /m);
  expect(printed).toMatch(/^figure soak\.p99_last_over_first = [\d.]+ /m);
  expect(printed).toMatch(/^figure soak\.wrong_answers = 0\.000 /m);
  expect(printed).toMatch(/^figure soak\.stuck = 0\.000 /m);
}, 300_000);
