import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { type RawDocument, type ReadDocument, UnreadableDocumentError } from "./document.ts";
import { forkReader } from "./reader-process.ts";

/** What one document may cost. */
export interface DocumentBounds {
  /** Resident memory of the whole child process. */
  maxResidentBytes: number;
  /** Time for one document. */
  timeoutInMs: number;
  /** Time after which the child process ends whatever happens, also without its parent. */
  maxLifeInMs: number;
}

/** Reads documents, one after another, in a process of its own that ends with it. */
export interface DocumentReader extends AsyncDisposable {
  /** Fails with UnreadableDocumentError when the document has no text or costs too much. */
  read(document: RawDocument): Promise<ReadDocument>;
}

type Reply = { isReady: true } | { read: ReadDocument } | { problem: string };

/** Starts a reader. A thread would share our memory and our rights; a process can be ended at once and has few rights. */
export function startDocumentReader(bounds: DocumentBounds): DocumentReader {
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function start(): ChildProcess {
    const program = new URL(`./document-worker${extname(import.meta.url)}`, import.meta.url);
    const heapInMb = Math.floor(bounds.maxResidentBytes / 1024 / 1024 / 2);
    const args = [String(bounds.maxResidentBytes), String(bounds.maxLifeInMs)];
    return forkReader(program, args, { heapInMb });
  }

  async function receive(running: ChildProcess, signal: AbortSignal): Promise<Reply> {
    const ended = new AbortController();
    const either = AbortSignal.any([signal, ended.signal]);
    try {
      return await Promise.race([
        once(running, "message", { signal: either }).then(([reply]) => reply as Reply),
        once(running, "exit", { signal: either }).then(() => {
          throw new UnreadableDocumentError("reading it takes more memory than it may");
        }),
      ]);
    } finally {
      ended.abort();
    }
  }

  async function end(): Promise<void> {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.kill("SIGKILL");
    await once(running, "exit");
  }

  async function readOne(document: RawDocument): Promise<ReadDocument> {
    const signal = AbortSignal.timeout(bounds.timeoutInMs);
    try {
      if (!child) {
        child = start();
        await receive(child, signal);
      }
      const reply = receive(child, signal);
      child.send(document);
      const answer = await reply;
      if ("read" in answer) return answer.read;
      throw new UnreadableDocumentError("problem" in answer ? answer.problem : "it could not be read");
    } catch (error) {
      if (error instanceof UnreadableDocumentError && child?.exitCode === null && !child.signalCode)
        throw error;
      await end();
      if (signal.aborted) throw new UnreadableDocumentError("reading it takes too long", { cause: error });
      throw error;
    }
  }

  return {
    read(document) {
      // Answers carry no name: the next document is sent when the last one is answered.
      const result = last.then(() => readOne(document));
      last = result.catch(() => undefined);
      return result;
    },
    [Symbol.asyncDispose]: end,
  };
}
