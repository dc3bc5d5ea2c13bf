import { setTimeout as sleep } from "node:timers/promises";
import type { Anvil } from "@mintwright/test-harness";
import {
  type Abi,
  type Address,
  createTestClient,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  parseEther,
  publicActions,
  walletActions,
} from "viem";
import { foundry } from "viem/chains";

/** The sender of a call and the Ether sent with it. */
export interface CallOptions {
  from?: Address;
  value?: bigint;
}

/** A deployed contract whose functions are called by name. */
export interface Instance {
  address: Address;
  abi: Abi;
  has(name: string): boolean;
  /** Reads a value. Throws if the contract does not have it. */
  // biome-ignore lint/suspicious/noExplicitAny: what comes back depends on the generated interface.
  read(name: string, ...args: unknown[]): Promise<any>;
  /** Sends a transaction and returns whether it succeeded. Also false if the function does not exist. */
  does(name: string, args?: unknown[], options?: CallOptions): Promise<boolean>;
}

export interface Deployable {
  abi: unknown[];
  bytecode: string;
}

// Fixed, not estimated: with checkpoints per second, a transaction can cost more when it is mined than when it was
// estimated.
const gas = 16_000_000n;

export type TestChain = ReturnType<typeof createTestChain>;

export function createTestChain(anvil: Anvil) {
  const client = createTestClient({
    mode: "anvil",
    chain: foundry,
    transport: http(anvil.rpcUrl, { timeout: 60_000, retryCount: 0 }),
    pollingInterval: 20,
  })
    .extend(publicActions)
    .extend(walletActions);
  const accounts = anvil.wallets.map(({ address }) => getAddress(address));
  const [deployer] = accounts as [Address];
  let nextAccount = 1n;

  async function send(transaction: { from?: Address; to?: Address; data?: Hex; value?: bigint }) {
    const { from = deployer, ...rest } = transaction;
    const hash = await client.sendTransaction({ account: from, gas, ...rest } as Parameters<
      typeof client.sendTransaction
    >[0]);
    // Every transaction is mined at once. Polling is faster than viem's wait for new blocks.
    for (let round = 0; round < 200; round++) {
      const receipt = await anvil.ask<{ status: Hex; contractAddress: Address | null } | null>(
        "eth_getTransactionReceipt",
        hash,
      );
      if (receipt) return receipt;
      await sleep(5);
    }
    throw new Error(`the node does not mine ${hash}`);
  }

  // Only a revert by the contract counts as false; errors of the node are thrown.
  const attempt = async (transaction: Parameters<typeof send>[0]): Promise<boolean> =>
    (await send(transaction)).status === "0x1";

  function at(address: Address, abi: Abi): Instance {
    const has = (name: string) => abi.some((entry) => entry.type === "function" && entry.name === name);
    return {
      address,
      abi,
      has,
      read: (functionName, ...args) => client.readContract({ address, abi, functionName, args }),
      async does(functionName, args = [], { from, value } = {}) {
        if (!has(functionName)) return false;
        const data = encodeFunctionData({ abi, functionName, args });
        return attempt({ ...(from && { from }), to: address, data, ...(value !== undefined && { value }) });
      },
    };
  }

  return {
    client,
    deployer,
    wallets: anvil.wallets,
    chainId: anvil.chainId,
    /** Accounts without any role in the contract. */
    strangers: accounts.slice(1),
    at,
    attempt,
    async deploy({ abi, bytecode }: Deployable, args: unknown[] = []): Promise<Instance> {
      const data = encodeDeployData({ abi: abi as Abi, bytecode: bytecode as Hex, args });
      const { contractAddress, status } = await send({ data });
      if (status !== "0x1" || !contractAddress) throw new Error("the contract was not deployed");
      return at(contractAddress, abi as Abi);
    },
    /** Creates a funded account, for tests that need more than ten. */
    async createAccount(): Promise<Address> {
      const address = getAddress(`0x${(0xabcdef0000n + nextAccount++).toString(16).padStart(40, "0")}`);
      await client.impersonateAccount({ address });
      await client.setBalance({ address, value: parseEther("10000") });
      return address;
    },
    async advance(seconds: number | bigint): Promise<void> {
      // Relative to the last block: blocks mined within one second run ahead of the clock that increaseTime moves.
      const { timestamp } = await client.getBlock();
      await client.setNextBlockTimestamp({ timestamp: timestamp + (BigInt(seconds) || 1n) });
      await client.mine({ blocks: 1 });
    },
    async now(): Promise<bigint> {
      return (await client.getBlock()).timestamp;
    },
    /** Runs something and reverts the chain to the state before. */
    async isolated<Value>(work: () => Promise<Value>): Promise<Value> {
      const id = await client.snapshot();
      try {
        return await work();
      } finally {
        await client.revert({ id });
      }
    },
  };
}
