import { describe, expect, it } from "vitest";
import { findGapInSubject } from "../not-covered.ts";
import { readRequest } from "./read-request.ts";

/** `refused`, or the kind, and after it what is reported as not included. */
function answer(request: string): string {
  const reading = readRequest(request);
  if (!reading || findGapInSubject(request, reading, undefined)) return "refused";
  const missing = reading.unread.map(({ words }) => words).join(", ");
  return missing ? `${reading.plan.kind} without ${missing}` : reading.plan.kind;
}

// These requests were in sight when the reader was written. They say what it does, not how it fares with others.
describe("a request is answered, reported or refused", () => {
  it.each([
    ["NFT auction where the highest bidder wins after 3 days", "auction"],
    ["auction with reserve price 2 ETH and 24 hour duration", "auction"],
    ["kickstarter style campaign, target 50 ether, 2 months", "crowdfunding"],
    ["raffle with chainlink VRF, 0.05 ETH per ticket", "raffle"],
    ["election contract with registered voters, 7 days", "voting"],
    ["non transferable membership NFT", "erc721"],
    ["faucet giving 0.1 ETH every 24 hours", "faucet"],
    ["domain name registry with yearly renewal 0.05 ETH", "registry"],
    ["dead man's switch, 1 year", "inheritance"],
    ["store a string that only the owner can change", "storage"],
    ["bank where users deposit and withdraw ether", "bank"],
    ["vault for USDC", "vault"],
    ["NFT staking, 10 tokens per day", "nftStaking"],
    ["daily spending limit wallet for my kids", "allowanceWallet"],
    ["voting token", "erc20"],
    ["escrow where seller can refund the buyer", "escrow"],
    ["team tokens vesting with 6 months cliff then 24 months linear", "vesting"],
    ["ERC20 token MyCoin 1 million supply burnable and mintable by owner", "erc20"],
    ["english auction with a reserve of 1 ETH, minimum increment 5%, 2 days", "auction"],
    ["a contract that splits income equally between 4 founders", "splitter"],
    ["ERC20 faucet for testnet, 10 tokens every 12 hours", "faucet"],
    ["whitelist registry managed by the owner", "memberList"],
    ["ERC721 limited to 100 with 0.1 ETH mint price and max 2 per wallet", "erc721"],
    ["charity donations that only the owner can withdraw", "donations"],
    ["send ETH to many addresses at once", "multisend"],
    ["tickets 0.1 ETH, 200 seats, transferable", "ticketSale"],
  ])("%j: %s", (request, expected) => {
    expect(answer(request)).toBe(expected);
  });

  it.each([
    ["lottery with 3 winners", "raffle without 3"],
    ["crowdfunding in USDC", "crowdfunding without USDC"],
    ["crowdfunding with 5% platform fee", "crowdfunding without 5% platform fee"],
    ["voting where you can change your vote", "voting without change"],
    ["soulbound badges that the issuer can revoke", "erc721 without issuer, revoke"],
    ["savings account with 5% interest", "savings without 5% interest"],
    ["vesting with monthly unlock over 2 years", "vesting without monthly"],
    ["token where anyone can mint", "erc20 without anyone"],
    ["token with 5% tax that is burned", "erc20 without 5% tax that is burned"],
    ["token with a 2% burn", "erc20 without 2% burn"],
    ["ERC20 where only the owner can transfer", "erc20 without only, owner, transfer"],
    ["escrow for an NFT", "escrow without NFT"],
    ["counter that anyone can increment but only once", "counter without only once"],
    ["splitter with changeable shares", "splitter without changeable"],
    ["simple DAO: one member one vote", "governor without one member one vote"],
    ["escrow where the seller releases the payment", "escrow without seller releases"],
    ["escrow that pays the seller after 7 days", "escrow without pays the seller after"],
    ["faucet for test tokens, limit 1 claim per day", "faucet without 1"],
    ["subscription for 3 members", "subscription without 3"],
    ["tickets for 3 events", "ticketSale without 3"],
    ["staking with 1% daily interest", "staking without 1% daily"],
    ["crowdfunding with a minimum contribution of 0.1 ETH", "crowdfunding without 0.1"],
    ["auction without minimum bid", "auction without without minimum"],
    ["auction for 5 NFTs", "auction without 5"],
    ["notary that stores the files", "notary without stores the files"],
    ["message board with likes", "messageBoard without likes"],
    ["bounty board where users can call the winner", "bounty without call"],
    ["NFT with 5% royalty split between 3 artists", "erc721 without split, 3 artists"],
    ["multisig wallet 2 of 3 with daily limit of 1 eth", "multisig without daily limit, 1 eth"],
  ])("%j: %s", (request, expected) => {
    expect(answer(request)).toBe(expected);
  });

  it.each([
    "blind auction for an NFT",
    "auction house for NFTs with 2% fee",
    "weighted voting by token balance",
    "NFT rental marketplace",
    "land registry",
    "uniswap clone",
    "coin flip game",
    "lending protocol",
    "stablecoin backed by ETH collateral",
    "rebasing token",
    "reflection token",
    "ERC404 token",
    "fractional NFT",
    "merkle airdrop of NFTs",
    "liquid staking",
    "wrapped bitcoin",
    "car rental",
    "payment channel",
    "smart wallet with social recovery",
    "make me money",
    "reverse auction where lowest bid wins",
    "hold funds until a github issue is closed, then pay the developer",
    "gasless ERC20 using meta transactions (ERC-2771)",
    "on-chain svg NFT which shows the current block number",
    "swap my old token for new token 1:1, old ones are burned",
    "commit reveal lottery",
  ])("%j is refused", (request) => {
    expect(answer(request)).toBe("refused");
  });

  it("reports what is beyond the part that is read", () => {
    const request = `token ${"and burnable ".repeat(400)}`;
    expect(answer(request)).toBe("erc20 without everything after the first 4000 characters");
  });
});
