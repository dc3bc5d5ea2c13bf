import { afterAll, expect, test } from "vitest";
import { startHostileServer } from "./__fixtures__/hostile-server.ts";
import { fenceToLoopback } from "./__fixtures__/loopback-fence.ts";
import { startNameServer } from "./__fixtures__/name-server.ts";
import { startTrap } from "./__fixtures__/trap-server.ts";
import { createOutbound } from "./index.ts";
import { createDnsResolver } from "./resolve-host.ts";

const fence = fenceToLoopback();
afterAll(() => fence[Symbol.dispose]());

const GOOD = "127.0.0.2";
const PRIVATE = "127.0.0.1";
const limits = { maxBytes: 1_000, timeoutInMs: 10_000 };

/** Gives each of the answers once to every pair of A and AAAA questions, then starts over. */
function takeTurns(...answers: readonly string[][]): () => readonly string[] {
  let questions = 0;
  return () => answers[Math.floor(questions++ / 2) % answers.length] ?? [];
}

test("a name that changes its answer is connected to where it was checked, or not at all", async () => {
  await using trap = await startTrap(PRIVATE);
  await using site = await startHostileServer(trap.port);
  await using names = await startNameServer({ "rebind.test": takeTurns([GOOD], [PRIVATE]) });
  const outbound = createOutbound({
    allow: [`${GOOD}:${site.port}`],
    resolve: createDnsResolver([names.address]),
  });
  const outcomes: unknown[] = [];
  for (let round = 0; round < 10; round += 1) {
    outcomes.push(
      await outbound.fetch(`http://rebind.test:${site.port}/`, limits).then(
        (response) => response.body.toString(),
        (error) => error.code,
      ),
    );
  }
  expect(outcomes).toEqual(Array(5).fill(["fine", "address_not_public"]).flat());
  expect(trap.connections).toBe(0);
  expect(site.seen).toHaveLength(5);
  expect(site.seen[0]?.headers.host).toBe(`rebind.test:${site.port}`);
  // One question of each type for each request: nothing asks again between the check and the connection.
  expect(names.questions).toBe(20);
});

test("each redirect is checked anew, also to the same name", async () => {
  await using trap = await startTrap(PRIVATE);
  await using site = await startHostileServer(trap.port);
  await using names = await startNameServer({ "rebind.test": takeTurns([GOOD], [PRIVATE]) });
  const outbound = createOutbound({
    allow: [`${GOOD}:${site.port}`],
    resolve: createDnsResolver([names.address]),
  });
  const fetching = outbound.fetch(`http://rebind.test:${site.port}/redirect?to=/next`, limits);
  await expect(fetching).rejects.toMatchObject({ code: "address_not_public" });
  expect(trap.connections).toBe(0);
});

test("the trap would have been found: a client that asks twice walks into it", async () => {
  await using trap = await startTrap(PRIVATE);
  await using site = await startHostileServer(trap.port);
  await using names = await startNameServer({ "rebind.test": takeTurns([GOOD], [PRIVATE]) });
  const resolve = createDnsResolver([names.address]);
  const checked = await resolve("rebind.test", AbortSignal.timeout(10_000));
  expect(checked).toEqual([GOOD]);
  const [connected] = await resolve("rebind.test", AbortSignal.timeout(10_000));
  await fetch(`http://${connected}:${site.port}/`);
  expect(trap.connections).toBe(1);
});

test("when one checked address does not answer, the next one is tried", async () => {
  await using site = await startHostileServer();
  const outbound = createOutbound({
    allow: [`127.0.0.3:${site.port}`, `${GOOD}:${site.port}`],
    resolve: async () => ["127.0.0.3", GOOD],
  });
  const response = await outbound.fetch(`http://two.test:${site.port}/`, limits);
  expect(response.body.toString()).toBe("fine");
});

test("a resolver that never answers cannot hold a request", async () => {
  const outbound = createOutbound({ resolve: () => new Promise(() => {}) });
  const startedAt = performance.now();
  const fetching = outbound.fetch("http://slow.test/", { maxBytes: 1, timeoutInMs: 100 });
  await expect(fetching).rejects.toMatchObject({ code: "timed_out", isRetryable: true });
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test("an answer that is not an address is refused", async () => {
  const outbound = createOutbound({ resolve: async () => ["localhost"] });
  const fetching = outbound.fetch("http://odd.test/", limits);
  await expect(fetching).rejects.toMatchObject({ code: "address_not_public" });
});
