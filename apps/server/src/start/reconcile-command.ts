import type { Command } from "commander";
import type { FileDifferences } from "../features/collections/index.ts";
import { printAnswer } from "./parse-arguments.ts";
import { withDatabase } from "./with-database.ts";

export function addReconcileCommand(admin: Command): void {
  admin
    .command("reconcile")
    .description(
      "after a restore: compare the database with the storage, and queue lost images again, uncharged",
    )
    .option("--json", "print JSON")
    .action((options: { json?: boolean }) =>
      withDatabase(async (database, config) => {
        const { reconcileFiles, restoreImageKind } = await import("../features/collections/index.ts");
        const { buildStore } = await import("../composition/build-files.ts");
        const { openQueue } = await import("../platform/queue/queue.ts");
        const { createLogger } = await import("../platform/logging.ts");
        const logger = createLogger(config.logLevel);
        const queue = await openQueue(database, [restoreImageKind], { logger, isWorker: false });
        const store = await buildStore(config);
        try {
          const files = await reconcileFiles(database, store, queue.enqueue);
          printAnswer(files, describeFiles(files), options);
        } finally {
          store.close();
          await queue.stop();
        }
      }),
    );
}

function describeFiles({ filesWithoutImages, imagesWithoutFiles }: FileDifferences): string {
  return [
    `${filesWithoutImages.length} files without an image`,
    ...filesWithoutImages.map((file) => `  ${file}`),
    `${imagesWithoutFiles.length} images without a file, queued to be made again, uncharged`,
    ...imagesWithoutFiles.map(
      ({ collectionId, number }) => `  image ${number} of collection ${collectionId}`,
    ),
  ].join("\n");
}
