import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createKeyedAccount, type KeyedAccount } from "../__fixtures__/index.ts";
import { hashKey } from "../keys/index.ts";
import { type AdmissionRow, admitRequests } from "./admission.repository.ts";

const windowInSeconds = 61;
const steps = 120;
const limits = [1, 1, 2, 3, 3, 5, 5, 8, 10, 10, 20, 50];
const processId = randomUUID();

/** What a key did, as a plain log: how many requests were let in, at which second. */
interface Trace extends KeyedAccount {
  limit: number;
  /** Seconds that were made to pass for this key. */
  passed: number;
  log: { second: number; admitted: number }[];
  /** The wait that the last answer promised to be enough, and the second in which it was told. */
  promise: { second: number; wait: number } | undefined;
}

let clone: ClonedDatabase;
const traces: Trace[] = [];
let seed = 20_240_601;

function random(bound: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * bound);
}

/** Mostly short pauses, sometimes one that spans the edge of the window, rarely a long absence. */
function choosePause(): number {
  const kind = random(10);
  if (kind < 5) return random(4);
  if (kind < 8) return random(30);
  return kind === 8 ? 58 + random(6) : random(400);
}

function countSince(trace: Trace, second: number): number {
  return trace.log.reduce(
    (sum, entry) =>
      sum + (entry.second > second - windowInSeconds && entry.second <= second ? entry.admitted : 0),
    0,
  );
}

/** Seconds until the plain log has room for one more request. */
function waitByLog(trace: Trace, second: number): number {
  for (let wait = 1; ; wait++) if (countSince(trace, second + wait) < trace.limit) return wait;
}

const freeRow = (): AdmissionRow => ({
  price: 0,
  holdId: randomUUID(),
  operation: "test",
  requestId: "r",
  idempotencyKey: null,
  fingerprintHex: null,
  deadlineInMs: 1_000,
});

beforeAll(async () => {
  clone = await cloneDatabase();
  for (let i = 0; i < 48; i++) {
    const limit = limits[i % limits.length] ?? 1;
    const account = await createKeyedAccount(clone.database, { ratePerMinute: limit });
    traces.push({ ...account, limit, passed: 0, log: [], promise: undefined });
  }
});

afterAll(() => clone.close());

async function letTimePass(): Promise<void> {
  const pauses = traces.map(choosePause);
  for (const [index, trace] of traces.entries()) trace.passed += pauses[index] ?? 0;
  await clone.query(
    `update api_key_window w set last_second = w.last_second - p.pause
     from unnest($1::uuid[], $2::bigint[]) as p(key_id, pause) where w.key_id = p.key_id`,
    [traces.map(({ keyId }) => keyId), pauses],
  );
}

/** Reads the second in which each key's last batch was counted, on the key's own clock. */
async function readSeconds(): Promise<Map<string, number>> {
  const rows = await clone.query<{ key_id: string; last_second: string }>(
    "select key_id, last_second from api_key_window",
  );
  return new Map(rows.map(({ key_id, last_second }) => [key_id, Number(last_second)]));
}

it("judges random traces exactly as a plain log of the last 61 seconds would", async () => {
  let judged = 0;
  let refused = 0;
  let promises = 0;
  for (let step = 0; step < steps; step++) {
    await letTimePass();
    const asking = traces.filter(() => random(4) > 0);
    const groups = asking.map(({ key, limit }) => ({
      secretHashHex: hashKey(key),
      rows: Array.from({ length: 1 + random(limit + 2) }, freeRow),
    }));
    const answer = await admitRequests(clone.database, processId, groups, 1_000);
    const seconds = await readSeconds();
    let next = 0;
    for (const [index, trace] of asking.entries()) {
      const asked = groups[index]?.rows.length ?? 0;
      const verdicts = answer.verdicts.slice(next, next + asked);
      next += asked;
      const second = (seconds.get(trace.keyId) ?? 0) + trace.passed;
      const room = trace.limit - countSince(trace, second);
      const admitted = verdicts.filter((verdict) => verdict === "admitted").length;
      const place = `step ${step}, key ${index}, limit ${trace.limit}`;
      expect(admitted, place).toBe(Math.min(room, asked));
      expect(answer.keys[index]?.roomBefore, place).toBe(room);
      if (trace.promise && second >= trace.promise.second + trace.promise.wait) {
        promises++;
        expect(room, `${place}: came back after the wait it was told`).toBeGreaterThan(0);
      }
      trace.log.push({ second, admitted });
      const wait = answer.keys[index]?.retryAfterInSeconds ?? null;
      if (admitted === room) {
        expect(wait, place).toBe(waitByLog(trace, second));
        expect(wait, place).toBeLessThanOrEqual(61);
      } else {
        expect(wait, place).toBeNull();
      }
      trace.promise = wait === null ? undefined : { second, wait };
      judged += asked;
      refused += asked - admitted;
    }
  }
  expect(judged).toBeGreaterThan(10_000);
  expect(refused).toBeGreaterThan(1_000);
  expect(promises).toBeGreaterThan(500);
});

it("has let in no more than the limit in any 60 seconds of those traces", () => {
  let windows = 0;
  for (const trace of traces) {
    for (const { second } of trace.log) {
      // A request may come at any moment of its second: 60 seconds from there reach into the 61st.
      const within = trace.log.filter((entry) => entry.second >= second && entry.second <= second + 60);
      expect(within.reduce((sum, { admitted }) => sum + admitted, 0)).toBeLessThanOrEqual(trace.limit);
      windows++;
    }
  }
  expect(windows).toBeGreaterThan(3_000);
});
