import type { Command } from "commander";
import type { Config } from "../config/index.ts";
import type { FileDifferences } from "../features/collections/index.ts";
import type { PaymentDifference } from "../features/payments/index.ts";
import type { Database } from "../platform/database/database.ts";
import { createLogger } from "../platform/logging.ts";
import { parseMoment, printAnswer } from "./parse-arguments.ts";
import { withDatabase } from "./with-database.ts";

interface ReconcileOptions {
  since: Date;
  json?: boolean;
}

/** A mint of the service on the chain that the database had forgotten. */
interface FoundMint {
  chainId: number;
  hash: string;
  tokenId: string;
  to: string;
  tokenUri: string;
}

async function compareFiles(database: Database, config: Config): Promise<FileDifferences> {
  const { reconcileFiles, restoreImageKind } = await import("../features/collections/index.ts");
  const { buildStore } = await import("../composition/build-files.ts");
  const { openQueue } = await import("../platform/queue/queue.ts");
  const queue = await openQueue(database, [restoreImageKind], {
    logger: createLogger(config.logLevel),
    isWorker: false,
  });
  const store = await buildStore(config);
  try {
    return await reconcileFiles(database, store, queue.enqueue);
  } finally {
    store.close();
    await queue.stop();
  }
}

async function findForgottenMints(database: Database, config: Config): Promise<FoundMint[]> {
  const { buildMintingChains } = await import("../composition/build-chains.ts");
  const { reconcileWallet } = await import("../features/minting/index.ts");
  const logger = createLogger("silent");
  const found: FoundMint[] = [];
  for (const [chainId, chain] of buildMintingChains(config))
    for (const { hash, tokenId, to, tokenUri } of await reconcileWallet({ database, chain, logger }))
      found.push({ chainId, hash, tokenId, to, tokenUri });
  return found;
}

async function findPayments(
  database: Database,
  { payments }: Config,
  since: Date,
): Promise<PaymentDifference[]> {
  if (!payments) return [];
  const { buildPaymentProvider } = await import("../composition/build-dashboard-engines.ts");
  const { reconcilePayments } = await import("../features/payments/index.ts");
  return reconcilePayments(database, await buildPaymentProvider(payments), since);
}

/** Adds the command that compares the database with the storage, the chains and the payment provider. */
export function addReconcileCommand(admin: Command): void {
  admin
    .command("reconcile")
    .description(
      "after a restore or a failover that lost commits: compare with the storage, the chains and the payment provider",
    )
    .requiredOption(
      "--since <date>",
      "a moment before the loss; the provider's events from then on are read",
      parseMoment,
    )
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mintwright admin reconcile --since 2026-11-01T00:00:00Z")
    .action((options: ReconcileOptions) =>
      withDatabase(async (database, config) => {
        const files = await compareFiles(database, config);
        const mints = await findForgottenMints(database, config);
        const payments = await findPayments(database, config, options.since);
        const lines = [
          ...describeList("files without an image", files.filesWithoutImages),
          ...describeList(
            "images without a file, queued to be made again, uncharged",
            files.imagesWithoutFiles.map(
              ({ collectionId, number }) => `${number} of collection ${collectionId}`,
            ),
          ),
          ...describeList(
            "mints on a chain that the database had forgotten, recorded now",
            mints.map(
              ({ chainId, tokenId, tokenUri, hash }) =>
                `token ${tokenId} (${tokenUri}) on chain ${chainId} by ${hash}`,
            ),
          ),
          ...describeList(
            "payments and reversals that the database did not know",
            payments.map(describePayment),
          ),
        ];
        printAnswer({ ...files, mints, payments }, lines.join("\n"), options);
      }),
    );
}

function describeList(title: string, items: readonly string[]): string[] {
  return [`${items.length} ${title}`, ...items.map((item) => `  ${item}`)];
}

function describePayment(difference: PaymentDifference): string {
  const { type, providerPayment, accountId, outcome } = difference;
  const what = type === "paid" ? `payment ${providerPayment}` : `${difference.kind} of ${providerPayment}`;
  return outcome === "changed"
    ? `${what} of account ${accountId}, recorded now`
    : `${what} belongs to no account here: refund it at the provider, or restore account ${accountId}`;
}
