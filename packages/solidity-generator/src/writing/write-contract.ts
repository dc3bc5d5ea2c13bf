import type { ContractKind, ContractPlan } from "../plan.ts";
import { type WrittenContract, writeFile } from "./solidity-file.ts";
import { writeAirdrop } from "./templates/airdrop.ts";
import { writeAllowanceWallet } from "./templates/allowance-wallet.ts";
import { writeAuction } from "./templates/auction.ts";
import { writeBank } from "./templates/bank.ts";
import { writeBounty } from "./templates/bounty.ts";
import { writeCommitReveal } from "./templates/commit-reveal.ts";
import { writeCounter } from "./templates/counter.ts";
import { writeCrowdfunding } from "./templates/crowdfunding.ts";
import { writeCrowdsale } from "./templates/crowdsale.ts";
import { writeDonations } from "./templates/donations.ts";
import { writeDutchAuction } from "./templates/dutch-auction.ts";
import { writeEscrow } from "./templates/escrow.ts";
import { writeFaucet } from "./templates/faucet.ts";
import { writeFlashLender } from "./templates/flash-lender.ts";
import { writeHashTimelock } from "./templates/hash-timelock.ts";
import { writeInheritance } from "./templates/inheritance.ts";
import { writeMarketplace } from "./templates/marketplace.ts";
import { writeMemberList } from "./templates/member-list.ts";
import { writeMessageBoard } from "./templates/message-board.ts";
import { writeMilestones } from "./templates/milestones.ts";
import { writeMultisend } from "./templates/multisend.ts";
import { writeMultisig } from "./templates/multisig.ts";
import { writeNftStaking } from "./templates/nft-staking.ts";
import { writeNotary } from "./templates/notary.ts";
import { writeRaffle } from "./templates/raffle.ts";
import { writeRegistry } from "./templates/registry.ts";
import { writeSavings } from "./templates/savings.ts";
import { writeSplitter } from "./templates/splitter.ts";
import { writeStaking } from "./templates/staking.ts";
import { writeStorage } from "./templates/storage.ts";
import { writeStream } from "./templates/stream.ts";
import { writeSubscription } from "./templates/subscription.ts";
import { writeTicketSale } from "./templates/ticket-sale.ts";
import { writeTimelock } from "./templates/timelock.ts";
import { writeTodo } from "./templates/todo.ts";
import { writeTokenFactory } from "./templates/token-factory.ts";
import { writeTokenSwap } from "./templates/token-swap.ts";
import { writeVault } from "./templates/vault.ts";
import { writeVesting } from "./templates/vesting.ts";
import { writeVoting } from "./templates/voting.ts";
import { writeWrappedEther } from "./templates/wrapped-ether.ts";
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
  auction: writeAuction,
  dutchAuction: writeDutchAuction,
  raffle: writeRaffle,
  crowdfunding: writeCrowdfunding,
  voting: writeVoting,
  wrappedEther: writeWrappedEther,
  faucet: writeFaucet,
  subscription: writeSubscription,
  registry: writeRegistry,
  commitReveal: writeCommitReveal,
  inheritance: writeInheritance,
  storage: writeStorage,
  savings: writeSavings,
  todo: writeTodo,
  milestones: writeMilestones,
  flashLender: writeFlashLender,
  bank: writeBank,
  donations: writeDonations,
  stream: writeStream,
  bounty: writeBounty,
  notary: writeNotary,
  messageBoard: writeMessageBoard,
  counter: writeCounter,
  tokenFactory: writeTokenFactory,
  memberList: writeMemberList,
  nftStaking: writeNftStaking,
  tokenSwap: writeTokenSwap,
  ticketSale: writeTicketSale,
  allowanceWallet: writeAllowanceWallet,
  multisend: writeMultisend,
  hashTimelock: writeHashTimelock,
};

export interface WrittenSource {
  /** The contract to deploy. */
  name: string;
  source: string;
}

/** Writes the contract of a complete plan. Remarks become comments above it. */
export function writeContract(plan: ContractPlan, remarks: readonly string[] = []): WrittenSource {
  const written = writers[plan.kind](plan);
  const notes = [...written.notes, ...remarks.map(toComment)];
  return { name: written.name, source: writeFile(plan, { ...written, notes }) };
}

/** Words of a request are put into comments without characters that could end or reorder one. */
function toComment(remark: string): string {
  return remark.replaceAll(/[^\p{L}\p{N} .,:;%$'"()/+-]/gu, " ").slice(0, 300);
}
