import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { completePlan } from "../../defaults.ts";
import type { ContractPlan } from "../../plan.ts";
import { writeContract } from "../write-contract.ts";

const root = fileURLToPath(new URL("../../../../../", import.meta.url));
const day = 86_400;

/** One plan per template, with all its features. */
const plans: ContractPlan[] = [
  {
    kind: "vesting",
    name: "TestedVesting",
    features: ["revocable"],
    settings: { cliff: 180 * day, duration: 720 * day, initialRelease: 1_000 },
  },
  { kind: "timelock", name: "TestedTimelock", features: [], settings: { delay: 3 * day } },
  {
    kind: "staking",
    name: "TestedFixedPool",
    features: ["lock", "emergencyWithdraw", "pausable"],
    settings: { apr: 1_200, lock: 30 * day },
  },
  { kind: "staking", name: "TestedSharedPool", features: [], settings: { rewardPerDay: "1000" } },
  {
    kind: "crowdsale",
    name: "TestedSale",
    features: ["hardCap", "softCap", "duration", "minimum", "maximum"],
    settings: { rate: "2000", hardCap: "5", softCap: "3", duration: 14 * day, minimum: "0.1", maximum: "2" },
  },
  {
    kind: "escrow",
    name: "TestedEscrow",
    features: ["arbiter", "deadline", "fee"],
    settings: { deadline: 14 * day, fee: 250 },
  },
  { kind: "multisig", name: "TestedMultisig", features: [], settings: { owners: 5, signatures: 3 } },
  {
    kind: "airdrop",
    name: "TestedAirdrop",
    features: ["merkle", "deadline"],
    settings: { deadline: 90 * day },
  },
  {
    kind: "marketplace",
    name: "TestedMarket",
    features: ["fee", "royalties", "offers"],
    settings: { fee: 250 },
  },
  { kind: "splitter", name: "TestedSplitter", features: [], settings: { shares: "60,30,10" } },
  { kind: "vault", name: "TestedVault", features: [], settings: {} },
];

interface ForgeResult {
  status: string;
  reason: string | null;
  kind: { Fuzz?: { runs: number } };
}

it("pass their fuzzed tests in forge", { timeout: 600_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-templates-"));
  try {
    mkdirSync(join(folder, "src"));
    for (const plan of plans)
      writeFileSync(join(folder, "src", `${plan.name}.sol`), writeContract(completePlan(plan).plan).source);
    cpSync(new URL("forge", import.meta.url), join(folder, "test"), { recursive: true });
    writeFileSync(
      join(folder, "foundry.toml"),
      `[profile.default]
libs = []
auto_detect_remappings = false
remappings = ["@openzeppelin/=${root}node_modules/@openzeppelin/"]
allow_paths = ["${root}node_modules"]
solc = "${root}contracts/solc"
evm_version = "cancun"
optimizer = true
offline = true
[fuzz]
runs = 256
seed = "0x6d696e7477726967687400"
`,
    );
    const forge = join(root, "node_modules/.bin/forge");
    const { stdout } = await promisify(execFile)(forge, ["test", "--json", "--root", folder], {
      maxBuffer: 2 ** 26,
    }).catch((error: { stdout: string; stderr: string }) => {
      if (!error.stdout?.startsWith("{")) throw error;
      return error;
    });
    const suites = Object.values(JSON.parse(stdout)) as { test_results: Record<string, ForgeResult> }[];
    const results = suites.flatMap(({ test_results }) => Object.entries(test_results));
    const failed = results.filter(([, { status }]) => status !== "Success");
    expect(failed.map(([name, { reason }]) => `${name}: ${reason}`)).toEqual([]);
    expect(suites).toHaveLength(plans.length);
    expect(results.length).toBeGreaterThanOrEqual(17);
    for (const [name, { kind }] of results) expect(kind.Fuzz?.runs, name).toBe(256);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
