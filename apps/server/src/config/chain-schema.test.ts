import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { describeConfig } from "./describe-config.ts";
import { readConfig } from "./read-config.ts";

const folder = mkdtempSync(join(tmpdir(), "mintwright-chains-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = join(folder, "mintwright.yaml");
const signerKey = `0x${"ab".repeat(32)}`;
const contract = `0x${"12".repeat(20)}`;

function read(text: string, environment: Record<string, string> = {}) {
  writeFileSync(file, text);
  return readConfig({ DATABASE_URL: "postgres://db/x", MINTWRIGHT_CONFIG: file, ...environment });
}

describe("chains", () => {
  it("are read with their secrets from the environment", () => {
    const text = `chains: { 8453: { rpcUrl: { env: RPC }, contract: "${contract}", signer: { env: SIGNER } } }`;
    const rpcUrl = "https://node.example/v2/hunter2";
    const config = read(text, { RPC: rpcUrl, SIGNER: signerKey });
    expect(config.chains).toEqual({
      8453: { rpcUrl, contract, signerKey, confirmations: 5, stuckAfterInMs: 60_000 },
    });
    const shown = JSON.stringify(describeConfig(config));
    expect(shown).toContain("https://node.example/***");
    expect(shown).not.toContain("hunter2");
    expect(shown).not.toContain(signerKey.slice(2));
  });

  it.each([
    ["base: { rpcUrl: http://localhost:1 }", "chains.base"],
    ["1: { rpcUrl: ftp://localhost }", "chains.1.rpcUrl"],
    ["1: { rpcUrl: http://localhost:1, contract: 12 }", "chains.1.contract"],
    ["1: { rpcUrl: { env: NOT_SET } }", "the environment variable NOT_SET is not set"],
    ["1: { rpcUrl: { env: SHORT } }", "chains.1.rpcUrl: must be a URL"],
    [`1: { rpcUrl: http://localhost:1, signer: "${signerKey}" }`, "must not contain the secret itself"],
    ["1: { rpcUrl: http://localhost:1, signer: { env: SHORT } }", "chains.1.signer: must be a private key"],
  ])("of the form %s are refused", (chain, words) => {
    const text = `chains: { ${chain} }`;
    expect(() => read(text, { SHORT: "hunter3" })).toThrow(words);
    expect(() => read(text, { SHORT: "hunter3" })).not.toThrow("hunter3");
  });
});

describe("minting", () => {
  it("is bounded and free unless the operator says otherwise", () => {
    expect(read("{}").minting).toEqual({
      maxGasPerMint: 500_000,
      maxAttemptsPerToken: 3,
      maxFeePerGasInGwei: 500,
      priceInCredits: 0,
    });
    expect(read("minting: { priceInCredits: 0.29 }").minting.priceInCredits).toBe(0.29);
  });

  it.each([
    ["priceInCredits: 0.005", "must be a whole number of 1/100 credit"],
    ["priceInCredits: -1", "minting.priceInCredits"],
    ["maxGasPerMint: 0", "minting.maxGasPerMint"],
    ["maxAttemptsPerToken: 0", "minting.maxAttemptsPerToken"],
    ["maxFeePerGasInGwei: 0", "minting.maxFeePerGasInGwei"],
  ])("refuses %s", (setting, words) => {
    expect(() => read(`minting: { ${setting} }`)).toThrow(words);
  });
});

describe("pinning", () => {
  it("is read with its secrets, which are not shown", () => {
    const kubo = read("pinning: { type: kubo, rpcUrl: http://localhost:5001, authorization: { env: A } }", {
      A: "Basic hunter2",
    });
    expect(kubo.pinning).toEqual({
      type: "kubo",
      rpcUrl: "http://localhost:5001",
      authorization: "Basic hunter2",
    });
    const service = read(
      "pinning: { type: pinning-service, endpoint: https://pin.example, accessToken: { env: A } }",
      {
        A: "hunter2",
      },
    );
    expect(service.pinning).toEqual({
      type: "pinning-service",
      endpoint: "https://pin.example",
      accessToken: "hunter2",
      origins: [],
    });
    for (const config of [kubo, service])
      expect(JSON.stringify(describeConfig(config))).not.toContain("hunter2");
  });

  it("of another type is refused", () => {
    expect(() => read("pinning: { type: s3 }")).toThrow("type must be kubo or pinning-service");
  });
});
