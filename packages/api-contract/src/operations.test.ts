import { describe, expect, it } from "vitest";
import { toCredits } from "./credits.ts";
import { dryRunSchema } from "./dry-run.ts";
import { errorStatusByCode } from "./errors.ts";
import { defaultLimits } from "./limits.ts";
import type { Operation } from "./operation.ts";
import { createOperations } from "./operations.ts";

const operations = createOperations();
const list = Object.values(operations) as unknown as Operation[];

/** A valid input of every metered operation, with what it must cost. */
const image = { model: "velogen", width: 512, height: 512 };
const priced = {
  enhancePrompt: { body: { prompt: "a fox" }, credits: 0.5, words: "0.5 credits per call" },
  generateImage: { body: { prompt: "a fox", ...image }, credits: 1, words: "1 credit per image" },
  generateMultipleImages: {
    body: { prompt: ["a fox", "an owl"], ...image },
    credits: 2,
    words: "1 credit per image",
  },
  listNews: { query: { limit: "25" }, credits: 3, words: "1 credit for each started 10" },
  getNewsFeed: { query: {}, credits: 1, words: "1 credit for each started 10" },
  getNewsArticle: { params: { id: "7" }, credits: 1, words: "1 credit" },
  createChatCompletion: {
    body: { model: "general_assistant", messages: [{ role: "user", content: "What is gas?" }] },
    credits: 0.5,
    words: "general_assistant 0.5 credits",
  },
  queueCollection: {
    body: { prompt: "a fox", ...image, walletAddress: `0x${"0".repeat(40)}`, chainId: 1, amount: 12 },
    credits: 12,
    words: "amount × 1 credit per image",
  },
  auditProject: { body: { zip: "UEsF" }, credits: 1, words: "1 credit per answer" },
  streamChat: {
    body: { model: "general_assistant", question: "What is gas?" },
    credits: 0.5,
    words: "general_assistant 0.5 credits",
  },
} as const;

describe("operations", () => {
  it("have an id that is their name, and a method and path of their own", () => {
    expect(list.length).toBeGreaterThan(0);
    expect(list.map(({ id }) => id)).toEqual(Object.keys(operations));
    const routes = list.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it.each(list.map((operation) => [operation.id, operation] as const))("%s is declared whole", (_id, it) => {
    expect(it.path).toMatch(/^\/[A-Za-z]/);
    expect(it.summary.length).toBeGreaterThan(5);
    expect(it.description).toMatch(/\.$/);
    expect(it.tag).toBeTruthy();
    for (const code of it.errors) expect(errorStatusByCode[code]).toBeDefined();
    const placeholders = [...it.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(placeholders.length > 0).toBe(it.params !== undefined);
    if (it.method === "GET") expect(it.body).toBeUndefined();
    if (it.price.kind === "metered") expect(it.auth).toBe("key");
  });
});

describe("prices", () => {
  it("are known here for every metered operation", () => {
    const metered = list.filter(({ price }) => price.kind === "metered").map(({ id }) => id);
    expect(metered.sort()).toEqual(Object.keys(priced).sort());
  });

  it.each(Object.entries(priced))(
    "%s costs what its description says",
    (id, { credits, words, ...request }) => {
      const operation = list.find((candidate) => candidate.id === id);
      if (operation?.price.kind !== "metered") throw new Error(`${id} is not metered`);
      const price = operation.price.of({
        body: operation.body?.parse("body" in request ? request.body : undefined),
        query: "query" in request ? operation.query?.parse(request.query) : undefined,
        params: "params" in request ? operation.params?.parse(request.params) : undefined,
      });
      expect(Number.isSafeInteger(price)).toBe(true);
      expect(toCredits(price)).toBe(credits);
      expect(operation.price.describe).toContain(words);
    },
  );
});

describe("the prompt to enhance", () => {
  const read = (value: unknown) => operations.enhancePrompt.body?.safeParse(value);

  it("is trimmed, and unknown fields are ignored", () => {
    expect(read({ prompt: "  a fox \n", seed: 1 })?.data).toEqual({ prompt: "a fox" });
  });

  it.each([
    ["missing", {}, "prompt is required and must be text"],
    ["a number", { prompt: 5 }, "prompt is required and must be text"],
    ["null", { prompt: null }, "prompt is required and must be text"],
    ["empty", { prompt: "" }, "prompt is required and must not be empty"],
    ["blank", { prompt: " \t\n" }, "prompt is required and must not be empty"],
    ["too long", { prompt: "x".repeat(4_001) }, "prompt must be at most 4000 characters"],
  ])("is refused when it is %s", (_case, value, message) => {
    expect(read(value)?.error?.issues).toMatchObject([{ path: ["prompt"], message }]);
  });

  it.each([undefined, null, "text", [], 5])("is refused when the body is %s", (value) => {
    expect(read(value)?.success).toBe(false);
  });

  it("may be as long as the operator says, to the character", () => {
    expect(read({ prompt: "x".repeat(defaultLimits.promptCharacters) })?.success).toBe(true);
    const short = createOperations({ ...defaultLimits, promptCharacters: 3 }).enhancePrompt.body;
    expect(short?.safeParse({ prompt: " abc " }).success).toBe(true);
    expect(short?.safeParse({ prompt: "abcd" }).error?.issues[0]?.message).toContain("at most 3 characters");
  });
});

describe("the query of the ledger", () => {
  const read = (value: unknown) => operations.listLedgerEntries.query?.safeParse(value);

  it("has 20 entries a page unless the caller says otherwise", () => {
    expect(read({})?.data).toEqual({ limit: 20 });
    expect(read({ limit: "1" })?.data).toEqual({ limit: 1 });
    expect(read({ limit: "100", cursor: "abc-_9" })?.data).toEqual({ limit: 100, cursor: "abc-_9" });
  });

  it.each(["0", "101", "-1", "1.5", "ten", "", "NaN"])("refuses a limit of %j", (limit) => {
    expect(read({ limit })?.error?.issues[0]?.message).toMatch(/^limit must be/);
  });

  it.each(["", "a b", "a+b", "é", "x".repeat(201)])("refuses the cursor %j", (cursor) => {
    expect(read({ cursor })?.error?.issues[0]?.message).toMatch(/^cursor must be/);
  });
});

describe("the query of the chains", () => {
  const read = (value: unknown) => operations.getChains.query?.safeParse(value);

  it("leaves test networks out unless asked", () => {
    expect(read({})?.data).toEqual({ testNet: false });
    expect(read({ testNet: "false" })?.data).toEqual({ testNet: false });
    for (const testNet of ["true", "True", "1"]) expect(read({ testNet })?.data).toEqual({ testNet: true });
  });

  it.each(["yes", "2", "truee", ""])("refuses testNet=%s", (testNet) => {
    expect(read({ testNet })?.error?.issues[0]?.message).toBe("testNet must be true or false");
  });
});

describe("answers", () => {
  const chain = {
    chainId: 1,
    chainName: "Ethereum",
    network: "ethereum",
    networkType: "Mainnet",
    currency: "ETH",
    canMint: false,
    contract: null,
  };

  it("name chains by positive ids and a known type", () => {
    const { response } = operations.getChains;
    expect(response.safeParse({ chains: [chain] }).success).toBe(true);
    expect(response.safeParse({ chains: [{ ...chain, chainId: 0 }] }).success).toBe(false);
    expect(response.safeParse({ chains: [{ ...chain, networkType: "Devnet" }] }).success).toBe(false);
  });

  it("never tell of negative credits", () => {
    const rate = { limit: null, remaining: null };
    const data = { balance: 1.5, held: 0.5, spent: 0, granted: 2, currency: "credits", rate };
    const { response } = operations.getCreditsBalance;
    expect(response.safeParse({ status: true, message: "m", data }).success).toBe(true);
    expect(response.safeParse({ status: true, message: "m", data: { ...data, held: -1 } }).success).toBe(
      false,
    );
    const dryRun = { operation: "x", price: 0.5, balance: 1, isAffordable: true, currency: "credits" };
    expect(dryRunSchema.safeParse({ status: true, message: "m", data: dryRun }).success).toBe(true);
    expect(
      dryRunSchema.safeParse({ status: true, message: "m", data: { ...dryRun, price: -1 } }).success,
    ).toBe(false);
  });
});
