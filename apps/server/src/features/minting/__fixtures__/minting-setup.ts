import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Anvil, startAnvil } from "@mintwright/test-harness";
import { createPublicClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import {
  collectionAbi,
  createEvmMintingChain,
  deployContract,
  type Hex,
  type MintingChain,
} from "../../../engines/chain/index.ts";
import { createDirectoryStore } from "../../../engines/storage/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../../../platform/__fixtures__/cloned-database.ts";
import { createLogger } from "../../../platform/logging.ts";
import { openQueue, type Queue } from "../../../platform/queue/queue.ts";
import { createKeyedAccount, type KeyedAccount, plantCollection } from "../../__fixtures__/index.ts";
import { advanceMints } from "../advance-mints.ts";
import { signQueued } from "../mint-signers.repository.ts";
import { createMintingService, type MintOrder } from "../minting.service.ts";
import { mintingKind } from "../minting-kind.ts";
import { listMints, queueMints, type TokenMint } from "../mints.repository.ts";
import { reconcileWallet } from "../reconcile-wallet.ts";

const chainId = 31_337;
const logger = createLogger("silent");

type ChainOptions = Partial<Parameters<typeof createEvmMintingChain>[0]>;

/** Gives every test of a file a wallet, a contract, an account and a collection of its own on one chain. */
export function useMintingSetup({ price = 0 }: { price?: number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-minting-"));
  const store = createDirectoryStore(folder);
  let fresh = 0;

  const setup = {
    chainId,
    logger,
    store,
    maxAttempts: 3,
    price,
    anvil: undefined as unknown as Anvil,
    clone: undefined as unknown as ClonedDatabase,
    /** Adds jobs; no worker runs them unless a test starts one. */
    jobs: undefined as unknown as Queue,
    signerKey: "0x" as Hex,
    contract: "0x" as Hex,
    chain: undefined as unknown as MintingChain,
    account: undefined as unknown as KeyedAccount,
    order: undefined as unknown as MintOrder,

    createChain: (more: ChainOptions = {}) =>
      createEvmMintingChain({
        chainId,
        rpcUrl: setup.anvil.rpcUrl,
        contract: setup.contract,
        signerKey: setup.signerKey,
        confirmations: 0,
        stuckAfterInMs: 60_000,
        maxGasPerMint: 500_000,
        maxFeePerGas: 500_000_000_000n,
        ...more,
      }),

    /** Plants a collection of another account. */
    async createOrder(walletAddress: string, amount = 5): Promise<MintOrder> {
      const account = await createKeyedAccount(setup.clone.database);
      const { accountId } = account;
      const { collectionId } = await plantCollection(setup.clone.database, store, { accountId, amount });
      setup.account = account;
      return { accountId, collectionId, chainId, walletAddress };
    },

    tokens: (...ids: number[]) =>
      ids.map((id) => ({ id, tokenURI: `ipfs://${setup.order.collectionId}/${id}` })),

    createService: (chains = new Map([[chainId, setup.chain]])) =>
      createMintingService({
        database: setup.clone.database,
        enqueue: setup.jobs.enqueue,
        chains,
        logger,
        maxAttempts: setup.maxAttempts,
        price: setup.price,
      }),

    payer: () => ({ keyId: setup.account.keyId, operation: "mintNft", requestId: "r" }),

    mint: (...ids: number[]) => setup.createService().mint(setup.order, setup.tokens(...ids), setup.payer()),

    /** Waits until the wallet has no transaction to mine: anvil mines a transaction after it has accepted it. */
    async untilMined(): Promise<void> {
      if (!(await setup.anvil.ask<boolean>("anvil_getAutomine"))) return;
      const signer = setup.chain.signer.toLowerCase();
      await vi.waitFor(
        async () => {
          const { pending } = await setup.anvil.ask<{ pending: Record<string, object> }>("txpool_inspect");
          expect(Object.keys(pending).map((sender) => sender.toLowerCase())).not.toContain(signer);
        },
        { timeout: 20_000, interval: 5 },
      );
    },

    async advance(): Promise<void> {
      const { clone, chain, maxAttempts } = setup;
      await setup.untilMined();
      await advanceMints({ database: clone.database, chain, logger, maxAttempts });
    },

    read: async (...ids: number[]): Promise<TokenMint[]> =>
      (await listMints(setup.clone.database, setup.order.accountId, setup.order.collectionId, ids)).sort(
        (a, b) => a.number - b.number,
      ),

    readOne: async (id: number) => (await setup.read(id))[0] as TokenMint & { nonce: number },

    /** How many transactions the wallet has sent; the first one deployed the contract. */
    countSent: () => setup.chain.countTransactions(),

    mine: (blocks = 1) => setup.anvil.ask("anvil_mine", `0x${blocks.toString(16)}`),

    /** What the chain itself says was minted. */
    async readMinted(): Promise<string[]> {
      await setup.untilMined();
      const client = createPublicClient({ chain: foundry, transport: http(setup.anvil.rpcUrl) });
      const events = await client.getContractEvents({
        address: setup.contract,
        abi: collectionAbi,
        eventName: "NFTMinted",
        fromBlock: 0n,
      });
      return events.map(({ args }) => (args as unknown as { tokenURI: string }).tokenURI).sort();
    },

    /** Leaves a token as a process does that dies before it signs: only in the outbox. */
    async queue(...ids: number[]): Promise<void> {
      const { accountId, collectionId, walletAddress: to } = setup.order;
      const tokens = setup.tokens(...ids).map(({ id, tokenURI }) => ({ number: id, tokenUri: tokenURI }));
      const { maxAttempts } = setup;
      const mints = { accountId, collectionId, to, tokens, maxAttempts, price: 0, holdId: null };
      await setup.clone.database
        .transaction()
        .execute((transaction) => queueMints(transaction, setup.chain, mints));
    },

    /** Leaves a token as a process does that dies after it signed and before it sent. */
    async sign(id: number, terms: { gas?: bigint } = {}) {
      await setup.queue(id);
      const { chain, clone } = setup;
      const call = await setup.readOne(id);
      const { fees, blockNumber } = await chain.quoteFees();
      const gas = terms.gas ?? (await chain.estimateGas([call]));
      await reconcileWallet({ database: clone.database, chain, logger });
      const knownCount = await chain.countTransactions();
      const room = { ofWallet: 16, ofAccount: 16 };
      return signQueued(clone.database, chain, [call], { knownCount, room }, async (nonce) => ({
        ...(await chain.sign([call], { nonce, gas, fees })),
        gas,
        fees,
        signedAtBlock: blockNumber,
        isSelfTransfer: false,
      }));
    },
  };

  beforeAll(async () => {
    setup.anvil = await startAnvil(["--accounts", "30"]);
    setup.clone = await cloneDatabase();
    setup.jobs = await openQueue(setup.clone.database, [mintingKind], { logger, isWorker: false });
  });

  afterAll(async () => {
    await setup.anvil?.stop();
    await setup.jobs?.stop();
    await setup.clone.close();
    rmSync(folder, { recursive: true });
  });

  beforeEach(async () => {
    setup.signerKey = setup.anvil.wallets[fresh++]?.privateKey as Hex;
    const { address } = privateKeyToAccount(setup.signerKey);
    const place = { chainId, rpcUrl: setup.anvil.rpcUrl, signerKey: setup.signerKey };
    const deployed = await deployContract(place, {
      name: "Foxes",
      symbol: "FOX",
      admin: address,
      minter: address,
      royaltyReceiver: undefined,
      royaltyBasisPoints: 0,
    });
    setup.contract = deployed.address;
    setup.chain = setup.createChain();
    setup.maxAttempts = 3;
    setup.price = price;
    setup.order = await setup.createOrder("0x70997970C51812dc3A010C7d01b50e0d17dc79C8");
  });

  afterEach(() => setup.anvil.ask("evm_setAutomine", true));
  return setup;
}
