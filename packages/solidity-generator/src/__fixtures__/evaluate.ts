import { type DeployedContract, deployGenerated, type TestParts } from "./deploy-generated.ts";
import type { Observation } from "./observation.ts";
import { observeErc20 } from "./observe-erc20.ts";
import { observeGovernor } from "./observe-governor.ts";
import { observeErc721, observeErc1155 } from "./observe-nft.ts";
import {
  observeAirdrop,
  observeCrowdsale,
  observeEscrow,
  observeMarketplace,
  observeMultisig,
  observeSplitter,
  observeStaking,
  observeTimelock,
  observeVault,
  observeVesting,
} from "./observe-services.ts";
import type { ExpectedContract } from "./prompts.ts";
import type { Deployable, TestChain } from "./test-chain.ts";

export interface Laboratory {
  chain: TestChain;
  parts: TestParts;
  /** A collection with royalties, for the marketplace. */
  collection: Deployable;
}

/** Uses every function of a contract and describes what it does. */
export async function observe(
  kind: string,
  { contract }: DeployedContract,
  { chain, parts, collection }: Laboratory,
): Promise<Observation> {
  switch (kind) {
    case "erc20":
    case "stablecoin":
      return observeErc20(chain, contract, await chain.deploy(parts.Borrower));
    case "erc721":
      return observeErc721(chain, contract);
    case "erc1155":
      return observeErc1155(chain, contract);
    case "governor":
      return observeGovernor(chain, contract);
    case "vesting":
      return observeVesting(chain, contract);
    case "timelock":
      return observeTimelock(chain, contract);
    case "staking":
      return observeStaking(chain, contract);
    case "crowdsale":
      return observeCrowdsale(chain, contract);
    case "escrow":
      return observeEscrow(chain, contract);
    case "multisig":
      return observeMultisig(chain, contract);
    case "airdrop":
      return observeAirdrop(chain, contract);
    case "marketplace":
      return observeMarketplace(chain, contract, await chain.deploy(collection));
    case "splitter":
      return observeSplitter(chain, contract);
    case "vault":
      return observeVault(chain, contract);
    default:
      throw new Error(`nobody knows how to try a ${kind}`);
  }
}

/** Settings that a contract always has. If a prompt does not mention them, any value is accepted. */
const unasked: Record<string, string[]> = {
  governor: ["votingDelay", "votingPeriod", "quorum", "timelock"],
  vesting: ["cliff", "duration"],
  staking: ["apr"],
  crowdsale: ["rate"],
};

/** Deploys a generated contract, tries all its functions, and lists the differences from what the prompt asked for. */
export async function findDifferences(
  laboratory: Laboratory,
  generated: Deployable,
  expected: ExpectedContract,
): Promise<string[]> {
  return laboratory.chain.isolated(async () => {
    const deployed = await deployGenerated(laboratory.chain, generated, laboratory.parts);
    const seen = await observe(expected.kind, deployed, laboratory);
    const differences: string[] = [];
    const compare = (what: string, wanted: unknown, found: unknown) => {
      if (String(wanted) !== String(found)) differences.push(`${what}: asked ${wanted}, found ${found}`);
    };
    if (expected.name !== undefined && "name" in seen) compare("name", expected.name, seen.name);
    if (expected.symbol !== undefined && "symbol" in seen) compare("symbol", expected.symbol, seen.symbol);
    if (expected.supply !== undefined) compare("supply", expected.supply, seen.supply);
    if (expected.kind === "erc20") compare("decimals", expected.decimals ?? 18, seen.decimals);
    if (expected.kind === "stablecoin") compare("decimals", expected.decimals ?? 6, seen.decimals);
    compare("cap", expected.cap, seen.cap);
    compare("baseUri", expected.baseUri, seen.baseUri);
    compare("upgradeable", expected.upgradeable, deployed.upgradeable);
    if (expected.access !== undefined) compare("access", expected.access, seen.access);
    compare("features", [...expected.features].sort(), [...seen.features].sort());
    const wanted = expected.settings ?? {};
    for (const setting of new Set([...Object.keys(wanted), ...Object.keys(seen.settings ?? {})])) {
      if (!(setting in wanted) && unasked[expected.kind]?.includes(setting)) continue;
      compare(setting, wanted[setting], seen.settings?.[setting]);
    }
    return differences;
  });
}
