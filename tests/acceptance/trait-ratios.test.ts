import { createTestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi, getCredits } from "./call-api.ts";
import { foxes, listTokens, queueCollection } from "./collection-calls.ts";
import { expectInvalid } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";

const dryRun = { prefer: "dry-run" };
let installation: Installation;
let api: Installation["api"];
let key: string;

beforeAll(async () => {
  installation = await startInstallation();
  api = installation.api;
  ({ key } = await createTestAccount(installation.database.url, { credits: 100 }));
});

afterAll(() => installation?.stop());

const hats = (...ratios: number[]) => ({
  trait_type: "Hat",
  value: ratios.map((ratio, index) => ({ value: ["crown", "cap", "beanie"][index], ratio })),
});

interface DryRun {
  data: { traits?: { trait_type: string; counts: { value: string; count: number }[]; without: number }[] };
  warnings?: string[];
}

const askCounts = async (path: string, body: object) => {
  const answer = await callApi<DryRun>(api, path, { key, body, headers: dryRun });
  expect(answer.status, answer.text).toBe(200);
  return answer;
};

describe("the ratios of a trait", () => {
  it.each([
    ["fractions, of a sum up to 1", [0.25, 0.75], 8, [2, 6], 0],
    ["fractions that leave a rest", [0.1, 0.2], 10, [1, 2], 7],
    ["fractions of a sum of 1 in binary arithmetic", [0.1, 0.2, 0.7], 10, [1, 2, 7], 0],
    ["percentages, of a sum up to 100", [20, 60], 5, [1, 3], 1],
    ["weights, of a sum above 100", [300, 100], 8, [6, 2], 0],
  ])(
    "are %s: %j over %i tokens are %j, as the dry run says and the tokens show [TRAIT-3 TRAIT-4 TRAIT-5 TRAIT-6 TRAIT-9]",
    async (_unit, ratios, amount, counts, without) => {
      const request = { amount, traits: [hats(...ratios)], seed: 3 };
      const { body } = await askCounts("/nft/generate-nft-queue", { ...foxes, ...request });
      const [trait] = body.data.traits ?? [];
      expect(trait?.counts.map(({ count }) => count)).toEqual(counts);
      expect(trait).toMatchObject({ trait_type: "Hat", without });
      expect(body.warnings).toBeUndefined();

      const queued = await queueCollection(api, key, request);
      expect(queued.status, queued.text).toBe(200);
      const tokens = await listTokens(api, key, queued.body.collectionId);
      for (const { value, count } of trait?.counts ?? []) {
        expect(tokens.filter(({ attributes }) => attributes[0]?.value === value)).toHaveLength(count);
      }
      expect(tokens.filter(({ attributes }) => attributes.length === 0)).toHaveLength(without);
      await callApi(api, `/nft/collections/${queued.body.collectionId}`, { key, method: "DELETE" });
    },
  );

  it("that leave a value without a token are accepted with a warning that names it, in header and body [TRAIT-7]", async () => {
    const request = { amount: 10, traits: [hats(98, 1, 1)] };
    const { body: planned, headers } = await askCounts("/nft/generate-nft-queue", { ...foxes, ...request });
    const { body, headers: accepted } = await queueCollection(api, key, request);
    const warning = expect.stringMatching(/Hat "cap", Hat "beanie".* no token of 10/);
    expect(planned.warnings).toEqual([warning]);
    expect(body).toMatchObject({ status: "queued", warnings: [warning] });
    for (const each of [headers, accepted]) {
      expect(each.get("warning")).toMatch(/^299 - ".*Hat \\"cap\\"/);
    }
    await callApi(api, `/nft/collections/${body.collectionId}`, { key, method: "DELETE" });
  });

  it("are read alike over the images of one call [TRAIT-6 TRAIT-7 TRAIT-9 MULTI-9]", async () => {
    const { walletAddress: _wallet, chainId: _chain, amount: _amount, ...image } = foxes;
    const body = { ...image, prompt: Array(4).fill("a fox") };
    const path = "/nft/generate-multiple-images";
    const { body: fractions } = await askCounts(path, { ...body, traits: [hats(0.25, 0.75)] });
    expect(fractions.data.traits?.[0]?.counts.map(({ count }) => count)).toEqual([1, 3]);
    const { body: warned } = await askCounts(path, { ...body, traits: [hats(99, 1)] });
    expect(warned.warnings).toEqual([expect.stringContaining('Hat "cap"')]);
    expectInvalid(await callApi(api, path, { key, body: { ...body, traits: [hats(1, 3)] } }), "traits.0");
  });
});

describe("a trait that no token gets", () => {
  it("is 400, uncharged, with the counts and an example that is accepted [TRAIT-8]", async () => {
    const before = await getCredits(api, key);
    for (const headers of [{}, dryRun]) {
      const answer = await queueCollection(api, key, { amount: 8, traits: [hats(1, 3)] }, headers);
      const { message } = expectInvalid(answer, "traits.0");
      expect(message).toContain("crown 0, cap 0, none 8");
      const example = /\[\{"value":.*\}\]/.exec(message)?.[0] ?? "[]";
      const value = JSON.parse(example) as { value: string; ratio: number }[];
      expect(value).toEqual([
        { value: "crown", ratio: 25 },
        { value: "cap", ratio: 75 },
      ]);
      const { body } = await askCounts("/nft/generate-nft-queue", {
        ...foxes,
        amount: 8,
        traits: [{ trait_type: "Hat", value }],
      });
      expect(body.data.traits?.[0]?.counts).toEqual([
        { value: "crown", count: 2 },
        { value: "cap", count: 6 },
      ]);
    }
    expect(await getCredits(api, key)).toEqual(before);
  });

  it("is 400 also where every ratio is 0, on one image as well [TRAIT-8]", async () => {
    const zero = await queueCollection(api, key, { traits: [hats(100), hats(0, 0)] });
    expect(expectInvalid(zero, "traits.1").message).toContain('"ratio":50');
    const { walletAddress: _wallet, chainId: _chain, amount: _amount, ...image } = foxes;
    const one = await callApi(api, "/nft/generate-image", {
      key,
      body: { ...image, traits: [hats(0, 0)] },
    });
    expectInvalid(one, "traits.0");
  });
});
