import type { SandboxOperations } from "@mintwright/api-contract";
import { type ServeOperation, StreamAnswer } from "../../serving/operation-context.ts";
import type { RequestLog } from "./request-log.ts";
import type { SandboxClock } from "./sandbox.repository.ts";
import type { SandboxService } from "./sandbox.service.ts";
import type { WaitingFaults } from "./waiting-faults.ts";

/** Serves what only the test server has: faults, clock, keys, reset, requests. */
export function registerSandboxRoutes(
  serve: ServeOperation,
  operations: SandboxOperations,
  { sandbox, waitingFaults, log }: { sandbox: SandboxService; waitingFaults: WaitingFaults; log: RequestLog },
): void {
  const succeed = <Data>(message: string, data: Data) => ({ status: true as const, message, data });
  const describeFaults = () => {
    const faults = waitingFaults.list();
    return succeed(faults.length > 0 ? "Faults that wait for the next requests" : "No fault waits", {
      faults,
    });
  };
  const describeClock = ({ now, aheadInSeconds }: SandboxClock) =>
    succeed(aheadInSeconds > 0 ? "The clock is ahead of the real time" : "The clock shows the real time", {
      now: now.toISOString(),
      aheadInSeconds,
    });

  serve(operations.orderFault, async ({ input: { body } }) => {
    waitingFaults.add(body);
    return describeFaults();
  });
  serve(operations.listFaults, async () => describeFaults());
  serve(operations.clearFaults, async () => {
    waitingFaults.clear();
    return describeFaults();
  });
  serve(operations.readClock, async () => describeClock(await sandbox.readClock()));
  serve(operations.moveClock, async ({ input: { body } }) =>
    describeClock(await sandbox.moveClock(body.advanceInSeconds)),
  );
  serve(operations.resetSandbox, async () => {
    await sandbox.reset();
    return { status: true as const, message: "Everything is as at the beginning" };
  });
  serve(operations.createSandboxKey, async ({ input: { body } }) =>
    succeed("A key that is obeyed as a live one", { key: await sandbox.createKey(body) }),
  );
  serve(operations.listRequests, async () => succeed("The latest requests", { requests: log.list() }));
  serve(
    operations.watchRequests,
    async ({ signal }) =>
      new StreamAnswer("text/event-stream; charset=utf-8", log.watch(signal), { isEndless: true }),
  );
}
