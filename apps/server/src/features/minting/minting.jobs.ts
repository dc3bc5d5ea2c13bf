import type { MintingChain } from "../../engines/chain/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { createWakeSignal, eachTurn } from "../../platform/loop.ts";
import {
  type Enqueue,
  type JobContext,
  type JobDefinition,
  JobTakenOverError,
} from "../../platform/queue/queue.ts";
import { advanceMints } from "./advance-mints.ts";
import { hasOpenMints, lockSigner } from "./mint-signers.repository.ts";
import type { MintingChains } from "./minting.service.ts";
import { enqueueMinting, mintingKind, type Wallet } from "./minting-kind.ts";

const pauseInMs = 1_000;
const longestPauseInMs = 5_000;
/** A job hands the wallet on after this, far below the time at which pg-boss gives a job up. */
const handOnAfterInMs = 60_000;
/** A worker whose configuration lacks the wallet leaves the job to others for this long. */
const unknownWalletPauseInSeconds = 30;

/** Adds the job of every configured wallet: its configuration may be newer than its outbox. */
export async function planMinting(
  database: Database,
  enqueue: Enqueue,
  chains: MintingChains,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const chain of chains.values()) await enqueueMinting(transaction, enqueue, chain);
  });
}

/** What minting needs. */
export interface MintingParts {
  database: Database;
  enqueue: Enqueue;
  chains: MintingChains;
  maxAttempts: number;
  logger: Logger;
}

/** The job that signs, sends and follows the mints of one wallet. */
export function createMintingJob({
  database,
  enqueue,
  chains,
  maxAttempts,
  logger,
}: MintingParts): JobDefinition {
  /** Ends the job, and adds the next one when the wallet has open mints; before `endsAt` it keeps those for itself. */
  function finish(
    wallet: Wallet,
    context: JobContext,
    { endsAt, nextInSeconds }: { endsAt: number; nextInSeconds: number },
  ): Promise<"continues" | "handed on" | "ended"> {
    return database.transaction().execute(async (transaction) => {
      // Requests that add mints wait for this lock or are waited for: none of their mints is left without a job.
      await lockSigner(transaction, wallet);
      const isOpen = await hasOpenMints(transaction, wallet);
      if (isOpen && Date.now() < endsAt) return "continues";
      if (!(await context.finish(transaction))) throw new JobTakenOverError();
      if (!isOpen) return "ended";
      await enqueueMinting(transaction, enqueue, wallet, nextInSeconds);
      return "handed on";
    });
  }

  async function runTurns(chain: MintingChain, context: JobContext): Promise<void> {
    const { signal, confirmClaim } = context;
    const handOn = { endsAt: Date.now() + handOnAfterInMs, nextInSeconds: pauseInMs / 1_000 };
    let failures = 0;
    const getPauseInMs = () => Math.min(pauseInMs * 2 ** failures, longestPauseInMs);
    for await (const _ of eachTurn(createWakeSignal(), { pauseInMs: getPauseInMs, signal })) {
      try {
        await advanceMints({ database, chain, logger, maxAttempts, signal, confirmClaim });
        failures = 0;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof JobTakenOverError) throw error;
        failures++;
        logger.error({ error, chainId: chain.chainId }, "minting turn failed, will retry");
      }
      if (
        (!(await hasOpenMints(database, chain)) || Date.now() > handOn.endsAt) &&
        (await finish(chain, context, handOn)) !== "continues"
      )
        return;
    }
    signal.throwIfAborted();
  }

  return {
    ...mintingKind,
    concurrency: chains.size,
    async handle(payload, context: JobContext) {
      const wallet = mintingKind.payload.parse(payload) as Wallet;
      const chain = chains.get(wallet.chainId);
      if (chain?.signer === wallet.signer) return runTurns(chain, context);
      const handOn = { endsAt: 0, nextInSeconds: unknownWalletPauseInSeconds };
      if ((await finish(wallet, context, handOn)) === "handed on")
        logger.warn(wallet, "mints wait for a worker that is configured with their wallet");
    },
  };
}
