import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { type RawDocument, UnreadableDocumentError } from "./document.ts";
import { readDocument } from "./read-document.ts";

// The main program of the child process that reads documents. It is given bytes and answers with text; a
// second thread ends the process when it grows too large, since typed arrays lie outside of V8's own limit.
const watch = new Worker(new URL(`./memory-watch-worker${extname(import.meta.url)}`, import.meta.url), {
  workerData: { maxResidentBytes: Number(process.argv[2]), maxLifeInMs: Number(process.argv[3]) },
});
watch.unref();

process.on("message", (document: RawDocument) => {
  readDocument(document).then(
    (read) => process.send?.({ read }),
    (error: unknown) =>
      process.send?.({
        problem: error instanceof UnreadableDocumentError ? error.message : "it could not be read",
      }),
  );
});
process.on("disconnect", () => process.exit());
process.send?.({ isReady: true });
