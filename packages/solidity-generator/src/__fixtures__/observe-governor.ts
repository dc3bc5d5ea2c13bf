import { encodeFunctionData, formatEther, keccak256, parseEther, stringToHex } from "viem";
import { createObservation, type Observation } from "./observation.ts";
import type { Instance, TestChain } from "./test-chain.ts";

const votesAbi = [
  {
    type: "function",
    name: "delegate",
    inputs: [{ name: "d", type: "address" }],
    outputs: [],
    stateMutability: "nonpayable",
  },
  {
    type: "function",
    name: "transfer",
    inputs: [
      { name: "to", type: "address" },
      { name: "v", type: "uint256" },
    ],
    outputs: [{ name: "", type: "bool" }],
    stateMutability: "nonpayable",
  },
  {
    type: "function",
    name: "safeMint",
    inputs: [{ name: "to", type: "address" }],
    outputs: [{ name: "", type: "uint256" }],
    stateMutability: "nonpayable",
  },
  {
    type: "function",
    name: "symbol",
    inputs: [],
    outputs: [{ name: "", type: "string" }],
    stateMutability: "view",
  },
  {
    type: "function",
    name: "getPastTotalSupply",
    inputs: [{ name: "t", type: "uint256" }],
    outputs: [{ name: "", type: "uint256" }],
    stateMutability: "view",
  },
] as const;
const states = { pending: 0, active: 1, defeated: 3, succeeded: 4, executed: 7 };

/** Takes proposals through a governor, from the first vote to their execution. */
export async function observeGovernor(chain: TestChain, governor: Instance): Promise<Observation> {
  const seen = createObservation();
  const token = chain.at(await governor.read("token"), votesAbi);
  const [a] = chain.strangers as [`0x${string}`];
  const isNft = !(await chain.isolated(() => token.does("transfer", [a, 1n])));
  seen.note("nftVotes", isNft);
  const delay: bigint = await governor.read("votingDelay");
  const period: bigint = await governor.read("votingPeriod");
  const threshold: bigint = await governor.read("proposalThreshold");
  if (isNft) for (let i = 0; i < 20; i++) await token.does("safeMint", [chain.deployer]);
  await chain.advance(10);
  const quorum: bigint = await governor.read("quorum", (await chain.now()) - 1n);
  const total: bigint = await token.read("getPastTotalSupply", (await chain.now()) - 1n);

  const give = async (amount: bigint) => {
    if (isNft) for (let i = 0n; i < amount; i++) await token.does("safeMint", [a]);
    else await token.does("transfer", [a, amount]);
    await token.does("delegate", [a], { from: a });
    await chain.advance(1);
  };
  const change = encodeFunctionData({ abi: governor.abi, functionName: "setVotingDelay", args: [5] });
  const proposal = [[governor.address], [0n], [change]];
  const outcome = proposal.concat([keccak256(stringToHex("change"))] as never);
  const propose = (from: `0x${string}`) => governor.does("propose", [...proposal, "change"], { from });
  const readState = async (id: bigint) => Number(await governor.read("state", id));
  const getId = (): Promise<bigint> => governor.read("hashProposal", ...outcome);

  /** Votes with one account and an amount, and returns whether the proposal succeeded at the expected time. */
  const vote = (amount: bigint) =>
    chain.isolated(async () => {
      await give(amount);
      await propose(a);
      const id = await getId();
      if ((await readState(id)) !== states.pending) return false;
      await chain.advance(delay + 1n);
      if ((await readState(id)) !== states.active || !(await governor.does("castVote", [id, 1], { from: a })))
        return false;
      await chain.advance(period - 10n);
      if ((await readState(id)) !== states.active) return false;
      await chain.advance(11n);
      return (await readState(id)) === states.succeeded;
    });
  const most = quorum > threshold ? quorum : threshold;
  const isQuorum = (await vote(most)) && (most > quorum || quorum <= 1n || !(await vote(quorum - 1n)));
  if (!isQuorum) seen.features.push("quorum not kept");
  if (quorum === 5n) seen.settings.quorumAbsolute = "5";
  else seen.settings.quorum = Number((quorum * 10_000n) / total);
  if (threshold > 0n) {
    const isThreshold =
      (await chain.isolated(async () => (await give(threshold)) ?? propose(a))) &&
      !(await chain.isolated(async () => (await give(threshold - 1n)) ?? propose(a)));
    if (isThreshold) seen.settings.threshold = formatEther(threshold);
  }
  await chain.isolated(async () => {
    await give(isNft ? 10n : parseEther("500000"));
    await propose(a);
    await chain.advance(delay + 1n);
    await governor.does("castVote", [await getId(), 1], { from: a });
    await chain.advance(period + 1n);
    const hasTimelock = governor.has("timelock") && (await governor.does("queue", outcome));
    if (hasTimelock) {
      const eta: bigint = await governor.read("proposalEta", await getId());
      const wait = eta - (await chain.now());
      const isEarly = await chain.isolated(() => governor.does("execute", outcome));
      if (isEarly) seen.features.push("timelock does not lock");
      seen.settings.timelock = Number(wait);
      await chain.advance(wait);
    }
    seen.note("timelock", hasTimelock);
    const isExecuted =
      (await governor.does("execute", outcome)) && (await governor.read("votingDelay")) === 5n;
    if (!isExecuted) seen.features.push("decisions are not carried out");
  });
  seen.settings.votingDelay = Number(delay);
  seen.settings.votingPeriod = Number(period);
  return {
    name: await governor.read("name"),
    symbol: await token.read("symbol"),
    features: seen.features,
    settings: seen.settings,
  };
}
