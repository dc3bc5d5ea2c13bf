import type { SolidityCompiler } from "@mintwright/solidity-compiler";
import { type Address, encodeAbiParameters, type Hex, keccak256, parseEther, sha256 } from "viem";
import { type ContractKind, type ContractPlan, has, settingOf } from "../plan.ts";
import type { Deployable, Instance, TestChain } from "./test-chain.ts";

/** What an exercise needs: a deployed contract, two people, a token of theirs and an NFT of the deployer. */
export interface Exercise {
  chain: TestChain;
  contract: Instance;
  /** The complete plan of the contract. */
  plan: ContractPlan;
  alice: Address;
  bob: Address;
  /** Deploys an NFT collection; token 0 belongs to the deployer. */
  deployNft(): Promise<Instance>;
  deployToken(): Promise<Instance>;
  deployPart(name: "Borrower" | "Randomness"): Promise<Instance>;
}

export type ServiceParts = Record<"Nft" | "Token" | "Borrower" | "Randomness", Deployable>;

const day = 86_400;
const ether = parseEther;
const seconds = (plan: ContractPlan, name: "duration" | "interval") => settingOf(plan, name);
const amountOf = (plan: ContractPlan, name: "goal" | "reserve" | "amount") => ether(settingOf(plan, name));

function must(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what);
}

async function tokenOf(chain: TestChain, contract: Instance, like: Instance): Promise<Instance> {
  return chain.at(await contract.read("token"), like.abi);
}

async function gain(chain: TestChain, account: Address, work: () => Promise<boolean>): Promise<bigint> {
  const before = await chain.client.getBalance({ address: account });
  must(await work(), "the call that pays failed");
  return (await chain.client.getBalance({ address: account })) - before;
}

/** Uses the functions of each kind as its users would, and tries what must not be possible. */
export const exercises: Partial<Record<ContractKind, (exercise: Exercise) => Promise<void>>> = {
  async auction({ chain, contract, plan, alice, bob, deployNft }) {
    const nft = await deployNft();
    const reserve = amountOf(plan, "reserve");
    await nft.does("approve", [contract.address, 0n]);
    must(!(await contract.does("bid", [], { from: alice, value: ether("1") })), "bid before the start");
    must(await contract.does("start", [nft.address, 0n]), "start");
    must(!(await contract.does("bid", [], { from: alice, value: reserve - 1n })), "bid below the reserve");
    must(await contract.does("bid", [], { from: alice, value: reserve }), "bid");
    must(!(await contract.does("bid", [], { from: bob, value: reserve })), "bid below the increment");
    must(await contract.does("bid", [], { from: bob, value: reserve * 2n }), "higher bid");
    must(!(await contract.does("settle")), "settle too early");
    must(
      (await gain(chain, alice, () => contract.does("withdraw", [], { from: alice }))) > (reserve * 8n) / 10n,
      "refund",
    );
    must(!(await contract.does("withdraw", [], { from: bob })), "the leader cannot withdraw");
    await chain.advance(seconds(plan, "duration"));
    must(!(await contract.does("bid", [], { from: alice, value: reserve * 9n })), "bid too late");
    must(await contract.does("settle", [], { from: alice }), "settle");
    must((await nft.read("ownerOf", 0n)) === bob, "the highest bidder has the NFT");
    must(!(await contract.does("settle")), "settle twice");
  },
  async dutchAuction({ chain, contract, plan, alice, deployNft }) {
    const nft = await deployNft();
    await nft.does("approve", [contract.address, 0n]);
    must(await contract.does("start", [nft.address, 0n]), "start");
    const first: bigint = await contract.read("price");
    await chain.advance(Math.floor(seconds(plan, "duration") / 2));
    const later: bigint = await contract.read("price");
    must(later < first, "the price falls");
    must(!(await contract.does("buy", [], { from: alice, value: later / 2n })), "too little");
    must(await contract.does("buy", [], { from: alice, value: first }), "buy");
    must((await nft.read("ownerOf", 0n)) === alice, "the buyer has the NFT");
    must((await chain.client.getBalance({ address: contract.address })) === 0n, "nothing stays");
    must(!(await contract.does("cancel")), "cancel after the sale");
  },
  async raffle({ chain, contract, plan, alice, bob, deployPart }) {
    const randomness = await deployPart("Randomness");
    const price: bigint = await contract.read("PRICE");
    must(!(await contract.does("enter", [1n], { from: alice, value: price })), "enter without randomness");
    const key = `0x${"1".repeat(64)}`;
    must(await contract.does("setRandomness", [randomness.address, key, 1n]), "set up");
    must(!(await contract.does("enter", [2n], { from: alice, value: price })), "wrong price");
    must(await contract.does("enter", [2n], { from: alice, value: 2n * price }), "enter");
    must(await contract.does("enter", [1n], { from: bob, value: price }), "enter too");
    must(!(await contract.does("setRandomness", [alice, key, 1n])), "randomness is fixed");
    must(!(await contract.does("draw")), "draw too early");
    await chain.advance(seconds(plan, "duration"));
    must(await contract.does("draw", [], { from: bob }), "draw");
    must(!(await contract.does("rawFulfillRandomWords", [1n, [0n]], { from: alice })), "anybody's number");
    must(await randomness.does("fulfill", [contract.address, 1n, 2n]), "fulfil");
    must((await contract.read("winner")) === bob, "ticket 2 is Bob's");
    must(!(await contract.does("claim", [], { from: alice })), "the loser claims");
    must((await gain(chain, bob, () => contract.does("claim", [], { from: bob }))) > 2n * price, "the pot");
  },
  async crowdfunding({ chain, contract, plan, alice, bob }) {
    const goal = amountOf(plan, "goal");
    must(await contract.does("contribute", [], { from: alice, value: goal / 2n }), "contribute");
    must(!(await contract.does("refund", [], { from: alice })), "refund while it runs");
    await chain.isolated(async () => {
      await chain.advance(seconds(plan, "duration"));
      must(!(await contract.does("withdraw")), "withdraw below the goal");
      must(
        (await gain(chain, alice, () => contract.does("refund", [], { from: alice }))) > (goal * 4n) / 10n,
        "refund",
      );
      must(!(await contract.does("refund", [], { from: alice })), "refund twice");
    });
    must(await contract.does("contribute", [], { from: bob, value: goal / 2n }), "contribute to the goal");
    must(!(await contract.does("withdraw")), "withdraw while it runs");
    await chain.advance(seconds(plan, "duration"));
    must(!(await contract.does("refund", [], { from: alice })), "refund after success");
    must(!(await contract.does("withdraw", [], { from: alice })), "a stranger withdraws");
    must(
      (await gain(chain, chain.deployer, () => contract.does("withdraw"))) > (goal * 9n) / 10n,
      "withdraw",
    );
  },
  async voting({ contract, alice, bob }) {
    must(!(await contract.does("addCandidate", ["Eve"], { from: alice })), "a stranger adds a candidate");
    await contract.does("addCandidate", ["Ann"]);
    await contract.does("addCandidate", ["Ben"]);
    must(!(await contract.does("vote", [1n], { from: alice })), "vote before it opens");
    must(await contract.does("open"), "open");
    must(!(await contract.does("addCandidate", ["Late"])), "late candidate");
    must(!(await contract.does("vote", [2n], { from: alice })), "unknown candidate");
    must(await contract.does("vote", [1n], { from: alice }), "vote");
    must(!(await contract.does("vote", [0n], { from: alice })), "vote twice");
    must((await contract.read("leader"))[1] === "Ben", "the leader");
    must(await contract.does("close"), "close");
    must(!(await contract.does("vote", [0n], { from: bob })), "vote after the end");
  },
  async wrappedEther({ chain, contract, alice }) {
    must(await contract.does("deposit", [], { from: alice, value: ether("3") }), "deposit");
    must((await contract.read("balanceOf", alice)) === ether("3"), "balance");
    must(!(await contract.does("withdraw", [ether("1")])), "withdraw without tokens");
    must(
      (await gain(chain, alice, () => contract.does("withdraw", [ether("2")], { from: alice }))) >
        ether("1.9"),
      "unwrap",
    );
    must((await contract.read("totalSupply")) === ether("1"), "supply");
  },
  async faucet({ chain, contract, plan, alice, deployToken }) {
    const isEther = has(plan, "etherPayment");
    const token = isEther ? undefined : await tokenOf(chain, contract, await deployToken());
    if (isEther) await chain.attempt({ to: contract.address, value: amountOf(plan, "amount") * 3n });
    const claim = () => contract.does("claim", [], { from: alice });
    must(await claim(), "claim");
    if (token) must((await token.read("balanceOf", alice)) === amountOf(plan, "amount"), "the amount");
    must(!(await claim()), "claim again");
    await chain.advance(seconds(plan, "interval"));
    must(await claim(), "claim after the interval");
    must(!(await contract.does("withdraw", [], { from: alice })), "a stranger empties it");
    must(await contract.does("withdraw"), "the owner empties it");
  },
  async subscription({ chain, contract, plan, alice, deployToken }) {
    const price: bigint = await contract.read("PRICE");
    const isToken = has(plan, "tokenPayment");
    const subscribe = (paid: bigint) =>
      contract.does("subscribe", [2n], { from: alice, value: isToken ? 0n : paid });
    must(!(await subscribe(price)), "too little");
    if (isToken) {
      const token = await tokenOf(chain, contract, await deployToken());
      await token.does("transfer", [alice, 2n * price]);
      await token.does("approve", [contract.address, 2n * price], { from: alice });
    }
    must(await subscribe(2n * price), "subscribe");
    await chain.advance(2 * seconds(plan, "interval") - 60);
    must(await contract.read("isActive", alice), "active");
    await chain.advance(120);
    must(!(await contract.read("isActive", alice)), "over");
    must(!(await contract.does("withdraw", [], { from: alice })), "a stranger withdraws");
    must(await contract.does("withdraw"), "withdraw");
  },
  async registry({ chain, contract, plan, alice, bob }) {
    const price: bigint = await contract.read("PRICE");
    must(!(await contract.does("register", ["UP"], { from: alice, value: price })), "invalid name");
    must(!(await contract.does("register", ["moon"], { from: alice })), "without the fee");
    must(await contract.does("register", ["moon"], { from: alice, value: price }), "register");
    must(!(await contract.does("register", ["moon"], { from: bob, value: price })), "taken");
    must(!(await contract.does("setTarget", ["moon", bob], { from: bob })), "a stranger points it");
    must(await contract.does("setTarget", ["moon", bob], { from: alice }), "point it");
    must((await contract.read("resolve", "moon")) === bob, "resolve");
    await chain.advance(seconds(plan, "interval") + day);
    must(await contract.does("register", ["moon"], { from: bob, value: price }), "register an expired name");
    must(await contract.does("withdraw"), "fees");
  },
  async commitReveal({ chain, contract, alice }) {
    const salt = `0x${"2".repeat(64)}`;
    const hash = await contract.read("hashOf", alice, "0xabcd", salt);
    must(await contract.does("commit", [hash], { from: alice }), "commit");
    must(!(await contract.does("commit", [hash], { from: alice })), "commit twice");
    must(!(await contract.does("reveal", ["0xabcd", salt], { from: alice })), "reveal too early");
    await chain.advance(day);
    must(!(await contract.does("reveal", ["0xabce", salt], { from: alice })), "another value");
    must(await contract.does("reveal", ["0xabcd", salt], { from: alice }), "reveal");
    must((await contract.read("revealed", alice)) === "0xabcd", "revealed");
  },
  async inheritance({ chain, contract, plan, alice, bob }) {
    await chain.attempt({ to: contract.address, value: ether("4") });
    must(await contract.does("setHeirs", [[alice, bob]]), "heirs");
    must(!(await contract.does("setHeirs", [[alice]], { from: alice })), "a stranger names heirs");
    await chain.advance(seconds(plan, "interval") - day / 2);
    must(!(await contract.does("claim", [], { from: alice })), "claim too early");
    must(await contract.does("ping"), "ping");
    await chain.advance(seconds(plan, "interval"));
    must(!(await contract.does("ping")), "ping too late");
    must(!(await contract.does("claim")), "no heir");
    must(
      (await gain(chain, alice, () => contract.does("claim", [], { from: alice }))) > ether("1.9"),
      "half",
    );
    must(!(await contract.does("claim", [], { from: alice })), "claim twice");
    must(
      (await gain(chain, bob, () => contract.does("claim", [], { from: bob }))) > ether("1.9"),
      "other half",
    );
  },
  async storage({ contract, alice }) {
    must(await contract.does("set", [42n], { from: alice }), "set");
    must((await contract.read("get")) === 42n, "get");
  },
  async savings({ chain, contract, plan, alice }) {
    must(await contract.does("deposit", [], { from: alice, value: ether("2") }), "deposit");
    const { lock, goal } = plan.settings;
    if (lock || goal) must(!(await contract.does("withdraw")), "withdraw while it is locked");
    if (goal) await contract.does("deposit", [], { value: ether(goal) });
    if (lock) await chain.advance(lock);
    must(!(await contract.does("withdraw", [], { from: alice })), "a stranger withdraws");
    must((await gain(chain, chain.deployer, () => contract.does("withdraw"))) > ether("1.9"), "withdraw");
  },
  async todo({ contract, alice, bob }) {
    must(await contract.does("create", ["milk"], { from: alice }), "create");
    must(!(await contract.does("setDone", [0n, true], { from: bob })), "somebody else's task");
    must(await contract.does("setDone", [0n, true], { from: alice }), "done");
    must((await contract.read("get", alice, 0n)).isDone, "is done");
    must(await contract.does("remove", [0n], { from: alice }), "remove");
    must(!(await contract.does("edit", [0n, "x"], { from: alice })), "edit a removed task");
  },
  async milestones({ chain, contract, alice, bob }) {
    const amounts = [ether("1"), ether("2")];
    must(!(await contract.does("open", [bob, amounts], { from: alice, value: ether("1") })), "too little");
    must(await contract.does("open", [bob, amounts], { from: alice, value: ether("3") }), "open");
    must(!(await contract.does("release", [0n], { from: bob })), "the freelancer releases");
    must(
      (await gain(chain, bob, () => contract.does("release", [0n], { from: alice }))) === ether("1"),
      "first",
    );
    must(!(await contract.does("cancel", [0n], { from: alice })), "the client cancels");
    must(
      (await gain(chain, alice, () => contract.does("cancel", [0n], { from: bob }))) === ether("2"),
      "the rest",
    );
    must(!(await contract.does("release", [0n], { from: alice })), "release after the end");
  },
  async flashLender({ chain, contract, deployToken, deployPart }) {
    const token = await tokenOf(chain, contract, await deployToken());
    const borrower = await deployPart("Borrower");
    const held: bigint = await token.read("balanceOf", contract.address);
    const loan = [borrower.address, token.address, ether("1000"), "0x"];
    must(!(await contract.does("flashLoan", loan)), "a borrower who cannot pay the fee");
    must(await contract.does("withdraw", [ether("10")]), "the owner takes tokens out");
    await token.does("transfer", [borrower.address, ether("10")]);
    must(await contract.does("flashLoan", loan), "flash loan");
    const fee: bigint = await contract.read("flashFee", token.address, ether("1000"));
    must((await token.read("balanceOf", contract.address)) === held - ether("10") + fee, "the fee");
  },
  async bank({ chain, contract, alice, bob }) {
    must(await contract.does("deposit", [], { from: alice, value: ether("2") }), "deposit");
    must(!(await contract.does("withdraw", [1n], { from: bob })), "somebody else's ether");
    must(
      (await gain(chain, alice, () => contract.does("withdraw", [ether("2")], { from: alice }))) >
        ether("1.9"),
      "withdraw",
    );
    must(!(await contract.does("withdraw", [1n], { from: alice })), "more than deposited");
  },
  async donations({ chain, contract, alice }) {
    must(!(await contract.does("donate", ["nothing"], { from: alice })), "nothing");
    must(await contract.does("donate", ["hello"], { from: alice, value: ether("1") }), "donate");
    must((await contract.read("donatedBy", alice)) === ether("1"), "remembered");
    must(!(await contract.does("withdraw", [], { from: alice })), "a stranger withdraws");
    must((await gain(chain, chain.deployer, () => contract.does("withdraw"))) > ether("0.9"), "withdraw");
  },
  async stream({ chain, contract, alice, bob }) {
    must(await contract.does("open", [bob, 1000n], { from: alice, value: ether("1") }), "open");
    await chain.advance(500);
    must(!(await contract.does("withdraw", [0n], { from: alice })), "the sender withdraws");
    must(
      (await gain(chain, bob, () => contract.does("withdraw", [0n], { from: bob }))) > ether("0.49"),
      "half",
    );
    await chain.advance(250);
    must(
      (await gain(chain, bob, () => contract.does("cancel", [0n], { from: alice }))) > ether("0.24"),
      "a quarter",
    );
    must((await chain.client.getBalance({ address: contract.address })) === 0n, "nothing stays");
    must(!(await contract.does("withdraw", [0n], { from: bob })), "after the end");
  },
  async bounty({ chain, contract, alice, bob }) {
    must(await contract.does("post", ["fix it"], { from: alice, value: ether("1") }), "post");
    must(!(await contract.does("award", [0n, bob], { from: alice })), "award without work");
    must(await contract.does("submit", [0n, "fixed"], { from: bob }), "submit");
    must(!(await contract.does("award", [0n, bob], { from: bob })), "award oneself");
    must(!(await contract.does("cancel", [0n], { from: alice })), "cancel too early");
    must(
      (await gain(chain, bob, () => contract.does("award", [0n, bob], { from: alice }))) === ether("1"),
      "award",
    );
    await chain.advance(30 * day);
    must(!(await contract.does("cancel", [0n], { from: alice })), "cancel after the award");
  },
  async notary({ contract, alice, bob }) {
    const hash = keccak256("0x1234");
    must(await contract.does("register", [hash], { from: alice }), "register");
    must(!(await contract.does("register", [hash], { from: bob })), "register again");
    must((await contract.read("verify", hash))[0] === alice, "verify");
  },
  async messageBoard({ contract, alice }) {
    must(!(await contract.does("post", [""], { from: alice })), "empty");
    must(await contract.does("post", ["hello"], { from: alice }), "post");
    must((await contract.read("messages", 0n))[2] === "hello", "read");
  },
  async counter({ contract, plan, alice }) {
    const isOwners = plan.features.includes("ownerOnly");
    if (isOwners) must(!(await contract.does("increment", [], { from: alice })), "a stranger increments");
    const caller = isOwners ? {} : { from: alice };
    must(!(await contract.does("decrement", [], caller)), "below zero");
    must(await contract.does("increment", [], caller), "increment");
    must((await contract.read("count")) === 1n, "count");
    must(await contract.does("reset", [], caller), "reset");
  },
  async tokenFactory({ chain, contract, alice, deployToken }) {
    must(await contract.does("createToken", ["Moon", "MOON", ether("5")], { from: alice }), "create");
    const [created] = await contract.read("tokensOf", alice);
    const token = chain.at(created, (await deployToken()).abi);
    must((await token.read("balanceOf", alice)) === ether("5"), "supply");
  },
  async memberList({ contract, alice, bob }) {
    must(!(await contract.does("addMember", [alice], { from: alice })), "a stranger adds");
    must(await contract.does("addMembers", [[alice, bob]]), "add");
    must(await contract.does("removeMember", [bob]), "remove");
    must((await contract.read("isMember", alice)) && !(await contract.read("isMember", bob)), "members");
  },
  async nftStaking({ chain, contract, plan, alice, deployNft, deployToken }) {
    const nft = await deployNft();
    const token = await tokenOf(chain, contract, await deployToken());
    must(await contract.does("setCollection", [nft.address]), "collection");
    must(!(await contract.does("setCollection", [alice])), "another collection");
    await nft.does("approve", [contract.address, 0n]);
    must(await contract.does("stake", [0n]), "stake");
    await chain.advance(2 * day);
    must(!(await contract.does("claim", [0n], { from: alice })), "somebody else's reward");
    must(await contract.does("claim", [0n]), "claim");
    const reward = 2n * ether(plan.settings.rewardPerDay ?? "10");
    const paid = await token.read("balanceOf", chain.deployer);
    must(paid >= reward && paid < reward + reward / 100n, "the reward of two days");
    must(!(await contract.does("unstake", [0n], { from: alice })), "somebody else's NFT");
    must(await contract.does("unstake", [0n]), "unstake");
    must((await nft.read("ownerOf", 0n)) === chain.deployer, "the NFT is back");
  },
  async tokenSwap({ chain, contract, alice, bob, deployToken }) {
    const [gold, silver] = [await deployToken(), await deployToken()];
    await gold.does("transfer", [alice, 10n]);
    await silver.does("transfer", [bob, 20n]);
    await gold.does("approve", [contract.address, 10n], { from: alice });
    await silver.does("approve", [contract.address, 20n], { from: bob });
    must(
      await contract.does("offer", [bob, gold.address, 10n, silver.address, 20n], { from: alice }),
      "offer",
    );
    must(!(await contract.does("accept", [0n], { from: chain.deployer })), "another taker");
    must(!(await contract.does("cancel", [0n], { from: bob })), "somebody else cancels");
    must(await contract.does("accept", [0n], { from: bob }), "accept");
    must(
      (await gold.read("balanceOf", bob)) === 10n && (await silver.read("balanceOf", alice)) === 20n,
      "swapped",
    );
    must(!(await contract.does("cancel", [0n], { from: alice })), "cancel after the swap");
  },
  async ticketSale({ chain, contract, alice, bob }) {
    const price: bigint = await contract.read("PRICE");
    must(!(await contract.does("buy", [], { from: alice })), "without paying");
    must(await contract.does("buy", [], { from: alice, value: price }), "buy");
    must(!(await contract.does("transfer", [1n, bob], { from: bob })), "somebody else's ticket");
    must(await contract.does("transfer", [1n, bob], { from: alice }), "pass on");
    must(!(await contract.does("checkIn", [1n], { from: bob })), "check oneself in");
    must(await contract.does("checkIn", [1n]), "check in");
    must(!(await contract.does("checkIn", [1n])), "check in twice");
    must((await gain(chain, chain.deployer, () => contract.does("withdraw"))) > 0n, "withdraw");
  },
  async allowanceWallet({ chain, contract, plan, alice, bob }) {
    await chain.attempt({ to: contract.address, value: ether("5") });
    must(!(await contract.does("spend", [bob, 1n], { from: alice })), "without an allowance");
    must(await contract.does("setAllowance", [alice, ether("1")]), "allowance");
    must(await contract.does("spend", [bob, ether("1")], { from: alice }), "spend");
    must(!(await contract.does("spend", [bob, 1n], { from: alice })), "over the limit");
    const interval = plan.settings.interval ?? day;
    await chain.advance(interval - 600);
    must(!(await contract.does("spend", [bob, 1n], { from: alice })), "spend before the next period");
    await chain.advance(600);
    must(await contract.does("spend", [bob, ether("1")], { from: alice }), "spend in the next period");
    must(!(await contract.does("withdraw", [1n], { from: alice })), "a stranger withdraws");
  },
  async multisend({ chain, contract, alice, bob, deployToken }) {
    const send = (value: bigint) =>
      contract.does(
        "sendEther",
        [
          [alice, bob],
          [1n, 2n],
        ],
        { value },
      );
    must(!(await send(4n)), "too much");
    must((await gain(chain, bob, () => send(3n))) === 2n, "ether");
    const token = await deployToken();
    await token.does("approve", [contract.address, 30n]);
    must(await contract.does("sendTokens", [token.address, [alice, bob], [10n, 20n]]), "tokens");
    must((await token.read("balanceOf", bob)) === 20n, "received");
  },
  async hashTimelock({ chain, contract, alice, bob }) {
    const secret = `0x${"3".repeat(64)}` as Hex;
    const hash = sha256(encodeAbiParameters([{ type: "bytes32" }], [secret]));
    for (let id = 0; id < 2; id++)
      must(await contract.does("lock", [bob, hash], { from: alice, value: ether("1") }), "lock");
    must(!(await contract.does("claim", [0n, hash], { from: bob })), "wrong secret");
    must(!(await contract.does("refund", [0n], { from: alice })), "refund too early");
    must(
      (await gain(chain, bob, () => contract.does("claim", [0n, secret], { from: bob }))) > ether("0.9"),
      "claim",
    );
    await chain.advance(day);
    must(!(await contract.does("claim", [1n, secret], { from: bob })), "claim too late");
    must(
      (await gain(chain, alice, () => contract.does("refund", [1n], { from: alice }))) > ether("0.9"),
      "refund",
    );
  },
};

/** Contracts that exercises use beside the generated ones. */
const servicePartsSource = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
contract Token is ERC20 {
    constructor() ERC20("T", "T") { _mint(msg.sender, 1e24); }
    function mint(address to, uint256 amount) external { _mint(to, amount); }
}
contract Nft is ERC721 { constructor() ERC721("N", "N") { _mint(msg.sender, 0); } }
contract Borrower {
    function onFlashLoan(address, address token, uint256 amount, uint256 fee, bytes calldata) external returns (bytes32) {
        IERC20(token).approve(msg.sender, amount + fee);
        return keccak256("ERC3156FlashBorrower.onFlashLoan");
    }
}
interface IConsumer { function rawFulfillRandomWords(uint256 id, uint256[] calldata words) external; }
contract Randomness {
    struct Request { bytes32 keyHash; uint256 subId; uint16 confirmations; uint32 gasLimit; uint32 words; bytes extra; }
    function requestRandomWords(Request calldata) external pure returns (uint256) { return 1; }
    function fulfill(IConsumer consumer, uint256 id, uint256 word) external {
        uint256[] memory words = new uint256[](1);
        words[0] = word;
        consumer.rawFulfillRandomWords(id, words);
    }
}`;

export async function compileServiceParts(compiler: SolidityCompiler): Promise<ServiceParts> {
  const { output, errors } = await compiler.compile({
    sources: { "parts.sol": servicePartsSource },
    entry: "parts.sol",
    outputs: "generate",
    signal: new AbortController().signal,
  });
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return Object.fromEntries(
    Object.entries(output.contracts?.["parts.sol"] ?? {}).map(([name, { abi, evm }]) => [
      name,
      { abi, bytecode: `0x${evm.bytecode.object}` },
    ]),
  ) as ServiceParts;
}

/** Deploys a contract of a service and exercises it, on a copy of the chain. */
export async function exerciseService(
  chain: TestChain,
  parts: ServiceParts,
  generated: Deployable,
  plan: ContractPlan,
): Promise<void> {
  const exercise = exercises[plan.kind];
  const [alice, bob] = chain.strangers;
  if (!exercise || !alice || !bob) throw new Error(`a ${plan.kind} contract has no exercise`);
  await chain.isolated(async () => {
    const deployToken = () => chain.deploy(parts.Token);
    if (plan.token) await placeToken(chain, await deployToken(), plan.token);
    await exercise({
      chain,
      contract: await chain.deploy(generated),
      plan,
      alice,
      bob,
      deployNft: () => chain.deploy(parts.Nft),
      deployToken,
      deployPart: (part) => chain.deploy(parts[part]),
    });
  });
}

/** Puts a token at the address that a plan names, because the test chain does not have it. */
export async function placeToken(chain: TestChain, like: Instance, address: Address): Promise<void> {
  const bytecode = await chain.client.getCode({ address: like.address });
  await chain.client.setCode({ address, bytecode: bytecode ?? "0x" });
  await chain.at(address, like.abi).does("mint", [chain.deployer, parseEther("1000000")]);
}
