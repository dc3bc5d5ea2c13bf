import type { ContractKind, ContractPlan } from "../plan.ts";
import { type WrittenContract, writeFile } from "./solidity-file.ts";
import { writeAirdrop } from "./templates/airdrop.ts";
import { writeCrowdsale } from "./templates/crowdsale.ts";
import { writeEscrow } from "./templates/escrow.ts";
import { writeMarketplace } from "./templates/marketplace.ts";
import { writeMultisig } from "./templates/multisig.ts";
import { writeSplitter } from "./templates/splitter.ts";
import { writeStaking } from "./templates/staking.ts";
import { writeTimelock } from "./templates/timelock.ts";
import { writeVault } from "./templates/vault.ts";
import { writeVesting } from "./templates/vesting.ts";
import { writeErc20 } from "./write-erc20.ts";
import { writeGovernor } from "./write-governor.ts";
import { writeErc721, writeErc1155 } from "./write-nft.ts";

const writers: Record<ContractKind, (plan: ContractPlan) => WrittenContract> = {
  erc20: writeErc20,
  stablecoin: writeErc20,
  erc721: writeErc721,
  erc1155: writeErc1155,
  governor: writeGovernor,
  vesting: writeVesting,
  timelock: writeTimelock,
  staking: writeStaking,
  crowdsale: writeCrowdsale,
  escrow: writeEscrow,
  multisig: writeMultisig,
  airdrop: writeAirdrop,
  marketplace: writeMarketplace,
  splitter: writeSplitter,
  vault: writeVault,
};

export interface WrittenSource {
  /** The contract to deploy. */
  name: string;
  source: string;
  /** Requested features that the contract does not have. */
  warnings: string[];
}

export function writeContract(plan: ContractPlan): WrittenSource {
  const written = writers[plan.kind](plan);
  return { name: written.name, source: writeFile(plan, written), warnings: written.warnings ?? [] };
}
