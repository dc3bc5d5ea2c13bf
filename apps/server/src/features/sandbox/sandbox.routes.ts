import type { SandboxOperations } from "@mintwright/api-contract";
import { type ServeOperation, StreamAnswer } from "../../serving/operation-context.ts";
import type { RequestLog } from "./request-log.ts";
import type { SandboxClock } from "./sandbox.repository.ts";
import type { SandboxService } from "./sandbox.service.ts";
import type { WaitingFaults } from "./waiting-faults.ts";

export function registerSandboxRoutes(
  serve: ServeOperation,
  operations: SandboxOperations,
  { sandbox, waitingFaults, log }: { sandbox: SandboxService; waitingFaults: WaitingFaults; log: RequestLog },
): void {
  const succeed = <Data>(message: string, data: Data) => ({ status: true as const, message, data });
  const describeFaults = () => {
    const faults = waitingFaults.list();
    return succeed(faults.length > 0 ? "Faults for the next requests" : "No faults", {
      faults,
    });
  };
  const describeClock = ({ now, aheadInSeconds }: SandboxClock) =>
    succeed(aheadInSeconds > 0 ? "The clock is ahead of real time" : "The clock shows real time", {
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
    return { status: true as const, message: "The sandbox was reset" };
  });
  serve(operations.createSandboxKey, async ({ input: { body } }) =>
    succeed("A key with its own rate limit and expiry", { key: await sandbox.createKey(body) }),
  );
  serve(operations.listRequests, async () => succeed("The latest requests", { requests: log.list() }));
  serve(
    operations.watchRequests,
    async ({ signal }) =>
      new StreamAnswer("text/event-stream; charset=utf-8", log.watch(signal), { isEndless: true }),
  );
}
