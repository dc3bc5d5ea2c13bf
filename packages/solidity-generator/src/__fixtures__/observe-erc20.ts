import { formatUnits, parseSignature } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import {
  createObservation,
  findFirst,
  isPausable,
  isRestricted,
  type Observation,
  observeAccess,
} from "./observation.ts";
import type { Instance, TestChain } from "./test-chain.ts";

/** Tries every function of an ERC-20 token. */
export async function observeErc20(
  chain: TestChain,
  token: Instance,
  borrower: Instance,
): Promise<Observation> {
  const { deployer } = chain;
  const [a, b] = chain.strangers as [`0x${string}`, `0x${string}`];
  const seen = createObservation();
  const decimals: number = await token.read("decimals");
  const unit = 10n ** BigInt(decimals);
  const supply: bigint = await token.read("totalSupply");
  const balance = (account: string): Promise<bigint> => token.read("balanceOf", account);
  const isDelivered = (await balance(deployer)) === supply;
  const isMintable = await isRestricted(chain, token, "mint", [deployer, 5n * unit]);
  seen.note("mintable", isMintable);
  const access = isMintable
    ? await observeAccess(
        chain,
        token,
        (from) => token.does("mint", [deployer, unit], { from }),
        "MINTER_ROLE",
      )
    : token.has("pause")
      ? await observeAccess(
          chain,
          token,
          (from) => chain.isolated(() => token.does("pause", [], { from })),
          "PAUSER_ROLE",
        )
      : undefined;
  const cap = isMintable ? await observeCap(chain, token, supply) : undefined;
  if (isMintable) await token.does("mint", [deployer, 1_000n * unit]);
  const held = await balance(deployer);
  seen.note(
    "burnable",
    await chain.isolated(async () => {
      const before: bigint = await token.read("totalSupply");
      return (await token.does("burn", [1n])) && (await token.read("totalSupply")) === before - 1n;
    }),
  );
  seen.note("pausable", await isPausable(chain, token, () => token.does("transfer", [deployer, 1n])));
  seen.note("permit", await chain.isolated(() => canPermit(chain, token, b)));
  seen.note(
    "votes",
    await chain.isolated(
      async () =>
        (await token.does("delegate", [deployer])) && (await token.read("getVotes", deployer)) === held,
    ),
  );
  seen.note(
    "flashmint",
    await chain.isolated(() => token.does("flashLoan", [borrower.address, token.address, 10n * unit, "0x"])),
  );
  const isAllowlist = await chain.isolated(async () => {
    if (await token.does("transfer", [a, 1n])) return false;
    return (await token.does("allowAccount", [a])) && (await token.does("transfer", [a, 1n]));
  });
  seen.note("allowlist", isAllowlist && (await isRestricted(chain, token, "allowAccount", [a])));
  seen.note(
    "blocklist",
    (await isRestricted(chain, token, "blacklist", [a])) &&
      (await chain.isolated(async () => {
        const isFree = await token.does("transfer", [a, 2n]);
        await token.does("blacklist", [a]);
        return (
          isFree &&
          !(await token.does("transfer", [a, 1n])) &&
          !(await token.does("transfer", [b, 1n], { from: a }))
        );
      })),
  );
  if (!isAllowlist) {
    const sent = held < 10_000n ? held : 10_000n;
    const tax = await chain.isolated(async () => {
      await token.does("transfer", [a, sent]);
      const owned = await balance(deployer);
      await token.does("transfer", [b, sent], { from: a });
      const lost = sent - (await balance(b));
      return lost === (await balance(deployer)) - owned ? (lost * 10_000n) / sent : -1n;
    });
    seen.note("tax", tax !== 0n);
    if (tax !== 0n) seen.settings.tax = Number(tax);
    const total: bigint = await token.read("totalSupply");
    const fits = (share: bigint) =>
      chain.isolated(() => token.does("transfer", [a, (total * share) / 10_000n]));
    if (held >= total && !(await fits(10_000n))) {
      seen.features.push("maxWallet");
      seen.settings.maxWallet =
        Number(await findFirst(1n, 10_000n, async (share) => !(await fits(share)))) - 1;
    }
  }
  return {
    name: await token.read("name"),
    symbol: await token.read("symbol"),
    supply: isDelivered ? formatUnits(supply, decimals) : "elsewhere",
    decimals,
    ...(cap !== undefined && { cap: formatUnits(cap, decimals) }),
    ...(access && { access }),
    features: seen.features,
    settings: seen.settings,
  };
}

/** Observes the cap by minting exactly up to it, and then one more. */
async function observeCap(chain: TestChain, token: Instance, supply: bigint): Promise<bigint | undefined> {
  return chain.isolated(async () => {
    if (!token.has("cap")) return undefined;
    const cap: bigint = await token.read("cap");
    const fits = await token.does("mint", [chain.deployer, cap - supply]);
    return fits && !(await token.does("mint", [chain.deployer, 1n])) ? cap : undefined;
  });
}

async function canPermit(chain: TestChain, token: Instance, spender: `0x${string}`): Promise<boolean> {
  const [wallet] = chain.wallets;
  if (!wallet || !token.has("permit")) return false;
  const owner = privateKeyToAccount(wallet.privateKey);
  const deadline = (await chain.now()) + 1_000n;
  const message = {
    owner: owner.address,
    spender,
    value: 77n,
    nonce: await token.read("nonces", owner.address),
    deadline,
  };
  const signature = await owner.signTypedData({
    domain: {
      name: await token.read("name"),
      version: "1",
      chainId: chain.chainId,
      verifyingContract: token.address,
    },
    types: {
      Permit: [
        { name: "owner", type: "address" },
        { name: "spender", type: "address" },
        { name: "value", type: "uint256" },
        { name: "nonce", type: "uint256" },
        { name: "deadline", type: "uint256" },
      ],
    },
    primaryType: "Permit",
    message,
  });
  const { r, s, v } = parseSignature(signature);
  const isDone = await token.does("permit", [owner.address, spender, 77n, deadline, v, r, s], {
    from: spender,
  });
  return isDone && (await token.read("allowance", owner.address, spender)) === 77n;
}
