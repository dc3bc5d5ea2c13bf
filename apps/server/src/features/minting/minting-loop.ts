import type { MintingChain } from "../../engines/chain/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { startLoop } from "../../platform/loop.ts";
import { advanceMints } from "./advance-mints.ts";
import { leaseSigner, releaseSigner } from "./mint-signers.repository.ts";
import type { MintingChains } from "./minting.service.ts";

const pauseInMs = 1_000;
/** A worker that dies leaves its chain to the others after this. */
const leaseInSeconds = 30;

/** A loop that can be ended. */
export interface MintingLoop {
  stop(): Promise<void>;
}

/** Watches the outbox of every chain that has a signer, until it is stopped. All that it knows is in the database. */
export function startMinting({
  database,
  chains,
  maxAttempts,
  logger,
}: {
  database: Database;
  chains: MintingChains;
  maxAttempts: number;
  logger: Logger;
}): MintingLoop {
  async function turn(chain: MintingChain): Promise<void> {
    if (!(await leaseSigner(database, chain, leaseInSeconds))) return;
    try {
      await advanceMints({ database, chain, logger, maxAttempts });
    } finally {
      await releaseSigner(database, chain);
    }
  }

  const loops = [...chains.values()].map((chain) =>
    startLoop(
      {
        intervalInMs: pauseInMs,
        onError: (error) =>
          logger.error({ error, chainId: chain.chainId }, "minting turn failed, will retry"),
      },
      () => turn(chain),
    ),
  );
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
