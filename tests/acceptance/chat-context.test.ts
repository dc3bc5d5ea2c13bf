import { createTestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { callApi } from "./call-api.ts";
import { askAssistant, type ChatInstallation, startChatInstallation } from "./chat-installation.ts";
import { expectInvalid } from "./expect-error.ts";

let installation: ChatInstallation;
let key: string;

beforeAll(async () => {
  installation = await startChatInstallation();
  ({ key } = await createTestAccount(installation.database.url, { credits: 1_000, rate: "none" }));
});

afterAll(() => installation?.stop());

const context = (method = "GET", body?: unknown) =>
  callApi<{ data: { context: Record<string, unknown> | null } }>(installation.api, "/chat/context", {
    key,
    method,
    ...(body !== undefined && { body }),
  });

beforeEach(async () => {
  await context("DELETE");
  installation.model.follow({ kind: "answer" });
});

/** Asks and returns what the model was told before the question. */
async function ask(body: Record<string, unknown>): Promise<string> {
  const answer = await askAssistant(installation, key, body);
  expect(answer.status, answer.text).toBe(200);
  return installation.model.calls.at(-1)?.messages[0]?.content ?? "";
}

const inject = (contextInjection: unknown) => ({ useCustomContext: true, contextInjection });

it("uses what is saved for the key with and without useCustomContext, and nothing when nothing is saved [CTX-2 CTX-3 CTX-8]", async () => {
  expect(await ask({ useCustomContext: true })).not.toContain("<project>");
  expect((await context()).body.data.context).toBe(null);
  const saved = { companyName: "Saved Fox", aiTone: "PRE_SET_TONE", selectedTone: "FORMAL" };
  expect((await context("PUT", saved)).body.data.context).toEqual(saved);
  expect((await context()).body.data.context).toEqual(saved);
  for (const body of [{}, { useCustomContext: false }, { useCustomContext: true }]) {
    const told = await ask(body);
    expect(told).toContain("Saved Fox");
    expect(told).toContain("formal tone");
  }
  const other = await createTestAccount(installation.database.url, { credits: 1 });
  await askAssistant(installation, other.key);
  expect(installation.model.calls.at(-1)?.messages[0]?.content).not.toContain("Saved Fox");
});

it("lets a request override fields for itself only [CTX-4 CTX-5 CTX-9]", async () => {
  await context("PUT", { companyName: "Saved Fox", purpose: "Support" });
  const told = await ask(inject({ companyName: "Other Owl" }));
  expect(told).toContain("Other Owl");
  expect(told).toContain("Support");
  expect(told).not.toContain("Saved Fox");
  expect(await ask(inject({}))).toContain("Saved Fox");
  expect((await context()).body.data.context).toEqual({ companyName: "Saved Fox", purpose: "Support" });
  await context("DELETE");
  expect(await ask(inject({ purpose: "Sales" }))).not.toContain("Saved Fox");
});

it("gives every field to the model [CTX-10 CTX-12 CTX-13 CTX-20 CTX-21]", async () => {
  const chains =
    "ETHEREUM BSC ARBITRUM BASE BLAST AVALANCHE POLYGON SCROLL OPTIMISM LINEA ZKSYNC POLYGON_ZKEVM GNOSIS FANTOM MOONRIVER MOONBEAM BOBA METIS LISK AURORA SEI IMMUTABLE_ZK GRAVITY TAIKO CRONOS FRAXTAL ABSTRACT WORLD_CHAIN MANTLE MODE CELO BERACHAIN".split(
      " ",
    );
  const tokenInformation = {
    tokenName: "Fox Coin",
    tokenSymbol: "$FOX",
    tokenAddress: "0xf0",
    tokenSourceCode: "contract Fox {}",
    tokenAuditUrl: "https://audit.example/fox",
    explorerUrl: "https://scan.example/fox",
    trackerAUrl: "https://a.example/fox",
    trackerBUrl: "https://b.example/fox",
  };
  const told = await ask(
    inject({
      companyName: "Fox Labs",
      companyDescription: "We tame foxes",
      purpose: "Support",
      cryptoToken: true,
      socialMediaUrls: [{ name: "Chat", url: "https://chat.example" }],
      tokenInformation: { ...tokenInformation, blockchain: chains },
    }),
  );
  for (const value of ["Fox Labs", "We tame foxes", "Support", "https://chat.example", ...chains]) {
    expect(told).toContain(value);
  }
  for (const value of Object.values(tokenInformation)) expect(told).toContain(value);
  expect(await ask(inject({ cryptoToken: true }))).toContain('"hasToken":true');
});

it("drops chains that it does not know and keeps the others [CTX-22]", async () => {
  const told = await ask(inject({ tokenInformation: { blockchain: ["SOLANA", "BASE", "base"] } }));
  expect(told).toContain('"blockchain":["BASE"]');
});

it("limits the assistant to the project when asked to [CTX-14]", async () => {
  const limit = "Answer only questions about this project";
  expect(await ask(inject({ companyName: "Fox", limitation: true }))).toContain(limit);
  expect(await ask(inject({ companyName: "Fox" }))).not.toContain(limit);
});

it("speaks in the tone that is chosen [CTX-17 CTX-18 CTX-19]", async () => {
  const tones = { selectedTone: "PLAYFUL", customTone: "like a pirate" };
  const preset = await ask(inject({ aiTone: "PRE_SET_TONE", ...tones }));
  expect([preset.includes("playful"), preset.includes("pirate")]).toEqual([true, false]);
  const custom = await ask(inject({ aiTone: "CUSTOM_TONE", ...tones }));
  expect([custom.includes("playful"), custom.includes("pirate")]).toEqual([false, true]);
  for (const context of [{ aiTone: "DEFAULT_TONE" }, { aiTone: "DEFAULT_TONE", ...tones }, tones]) {
    const told = await ask(inject(context));
    expect([told.includes("playful"), told.includes("pirate")]).toEqual([false, false]);
  }
});

it("warns that limitation has no effect without a project [CTX-14]", async () => {
  const warning = "limitation has no effect without a project: describe one, for example with companyName.";
  const limited = (contextInjection: object) =>
    askAssistant(installation, key, inject({ limitation: true, ...contextInjection }));
  for (const nothing of [{}, { aiTone: "DEFAULT_TONE" }]) {
    const answer = await limited(nothing);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ warnings: [warning] });
    expect(answer.headers.get("warning")).toBe(`299 - "${warning}"`);
  }
  expect((await limited({ companyName: "Fox" })).body).not.toHaveProperty("warnings");
  await context("PUT", { companyName: "Saved Fox" });
  expect((await limited({})).body).not.toHaveProperty("warnings");
  const saved = await context("PUT", { limitation: true });
  expect(saved.body).toMatchObject({ warnings: [warning] });
});

it("refuses PRE_SET_TONE without a tone, in a request and in what is saved [CTX-17]", async () => {
  const aiTone = "PRE_SET_TONE";
  for (const selectedTone of [undefined, null, ""]) {
    const asked = await askAssistant(installation, key, inject({ aiTone, selectedTone }));
    const { message } = expectInvalid(asked, "contextInjection.selectedTone");
    expect(message).toContain("PROFESSIONAL");
    expectInvalid(await context("PUT", { aiTone, selectedTone }), "selectedTone");
  }
});

it.each<[string, Record<string, unknown>, string]>([
  ["injection alone", { contextInjection: {} }, "contextInjection"],
  ["useCustomContext", { useCustomContext: "yes" }, "useCustomContext"],
  ["companyName", inject({ companyName: 7 }), "contextInjection.companyName"],
  ["companyDescription", inject({ companyDescription: [] }), "contextInjection.companyDescription"],
  ["purpose", inject({ purpose: true }), "contextInjection.purpose"],
  ["companyWebsiteUrl", inject({ companyWebsiteUrl: "fox.example" }), "contextInjection.companyWebsiteUrl"],
  [
    "companyWebsiteUrl without TLS",
    inject({ companyWebsiteUrl: "http://fox.example" }),
    "contextInjection.companyWebsiteUrl",
  ],
  [
    "whitePaperUrl without TLS",
    inject({ whitePaperUrl: "http://fox.example/paper" }),
    "contextInjection.whitePaperUrl",
  ],
  ["whitePaperUrl", inject({ whitePaperUrl: "javascript:alert(1)" }), "contextInjection.whitePaperUrl"],
  ["cryptoToken", inject({ cryptoToken: "yes" }), "contextInjection.cryptoToken"],
  [
    "socialMediaUrls",
    inject({ socialMediaUrls: ["https://x.example"] }),
    "contextInjection.socialMediaUrls.0",
  ],
  ["limitation", inject({ limitation: "true" }), "contextInjection.limitation"],
  ["aiTone", inject({ aiTone: "LOUD" }), "contextInjection.aiTone"],
  ["selectedTone", inject({ selectedTone: "LOUD" }), "contextInjection.selectedTone"],
])(
  "refuses a wrong %s and names it [CTX-1 CTX-6 CTX-10 CTX-11 CTX-12 CTX-13 CTX-14 CTX-15 CTX-16]",
  async (name, body, path) => {
    const { message } = expectInvalid(await askAssistant(installation, key, body), path);
    if (name === "aiTone") expect(message).toContain("DEFAULT_TONE, CUSTOM_TONE, PRE_SET_TONE");
    if (name === "selectedTone") {
      for (const tone of ["PROFESSIONAL", "NEUTRAL", "SARCASTIC_MEME_STYLE"]) expect(message).toContain(tone);
    }
  },
);
