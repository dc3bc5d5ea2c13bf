import { setTimeout as sleep } from "node:timers/promises";
import type { Operation, SandboxOperations } from "@mintwright/api-contract";
import { AppError } from "../../platform/errors.ts";
import { AcceptedAnswer, type ServeOperation } from "../../serving/operation-context.ts";
import { currentHandling } from "./handling.ts";
import type { Latency } from "./latency.ts";

interface JobFault {
  mustFail: boolean;
  delayInMs: number;
}

/** Faults of work that continues after its answer. */
export interface JobFaults {
  note(collectionId: string): void;
  beforeImage(image: { collectionId: string }, signal: AbortSignal): Promise<void>;
}

export function createJobFaults(latency: Latency): JobFaults {
  const byCollection = new Map<string, JobFault>();
  return {
    note(collectionId) {
      const handling = currentHandling.getStore();
      const mustFail = handling?.find("failed_job") !== undefined;
      const delayInMs = handling?.find("slow_job")?.delayInMs ?? 0;
      if (mustFail || delayInMs > 0) byCollection.set(collectionId, { mustFail, delayInMs });
    },
    async beforeImage({ collectionId }, signal) {
      const { mustFail = false, delayInMs = 0 } = byCollection.get(collectionId) ?? {};
      await sleep(delayInMs + latency.next("imageOfCollection"), undefined, { signal });
      // An error that is never retried, so that the job fails at once.
      if (mustFail) throw new AppError("content_refused", "The sandbox was told to fail this job.");
    },
  };
}

/** Serves the live operations, and the sandbox's documented aliases with the same handlers. */
export function createSandboxServe(
  serve: ServeOperation,
  { askQuestion, paintPrompt, auditCode }: SandboxOperations,
  jobFaults: JobFaults,
): ServeOperation {
  const aliases: Record<string, readonly Operation[]> = {
    streamChat: [askQuestion, auditCode] as unknown as Operation[],
    generateImage: [paintPrompt] as unknown as Operation[],
  };
  return (operation, handle) => {
    serve(operation, async (context) => {
      const output = await handle(context);
      if (!(output instanceof AcceptedAnswer)) return output;
      return new AcceptedAnswer(output.output, (handover) => {
        jobFaults.note((output.output as { collectionId: string }).collectionId);
        return output.accept(handover);
      });
    });
    for (const alias of aliases[operation.id] ?? []) serve(alias as typeof operation, handle);
  };
}
