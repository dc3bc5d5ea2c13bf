import { setTimeout as sleep } from "node:timers/promises";
import type { Toxic } from "@mintwright/test-harness";
import type { FaultRecord, History } from "./history.ts";
import type { Installation } from "./installation.ts";
import type { LinkFault, PlannedFault } from "./plan-faults.ts";
import { makeProcessesSilent } from "./skip-waits.ts";

const toxics: Record<LinkFault, Toxic> = {
  latency: { type: "latency", stream: "downstream", attributes: { latency: 250, jitter: 200 } },
  reset: { type: "reset_peer", stream: "downstream", attributes: { timeout: 0 } },
  "cut to the server": { type: "timeout", stream: "upstream", attributes: { timeout: 0 } },
  "cut to the client": { type: "timeout", stream: "downstream", attributes: { timeout: 0 } },
};

/** A process cannot start while its connections are broken. */
const startAttempts = 20;

/** Begins a fault when it is planned, and undoes it when it has lasted. Resolves when it is undone. */
export async function injectFault(
  installation: Installation,
  history: History,
  fault: PlannedFault,
): Promise<void> {
  await sleep(fault.startsAtInMs);
  const record: FaultRecord = { fault, from: history.now(), to: Number.POSITIVE_INFINITY };
  history.faults.push(record);
  const undo = await begin(installation, fault);
  await sleep(Math.max(0, fault.endsAtInMs - history.now()));
  await undo();
  record.to = history.now();
}

/** Begins a fault and returns what undoes it. */
async function begin(installation: Installation, fault: PlannedFault): Promise<() => Promise<void> | void> {
  const { database, links, images, receiver } = installation;
  const findProcess = (name: string) => {
    const found = installation.processes.find((slot) => slot.name === name);
    if (!found) throw new Error(`there is no process ${name}`);
    return found;
  };
  switch (fault.kind) {
    case "kill": {
      const slot = findProcess(fault.process);
      await slot.kill();
      await makeProcessesSilent(database, slot.processIds);
      return () => slot.start(startAttempts);
    }
    case "restart": {
      const slot = findProcess(fault.process);
      const ended = slot.end();
      return async () => {
        await ended;
        // For one that took too long to end and was killed.
        await makeProcessesSilent(database, slot.processIds);
        await slot.start(startAttempts);
      };
    }
    case "pause": {
      const slot = findProcess(fault.process);
      slot.pause();
      if (fault.isSilent) await makeProcessesSilent(database, slot.processIds);
      return () => slot.resume();
    }
    case "link": {
      const link = links.get(fault.link);
      if (!link) throw new Error(`there is no link ${fault.link}`);
      return link.disturb(toxics[fault.fault]);
    }
    case "clock": {
      const slot = findProcess(fault.process);
      slot.shiftClock(fault.shiftInSeconds);
      return () => slot.shiftClock(0);
    }
    case "objects":
      return beginStoreFault(installation, fault.how);
    case "images":
      if (fault.how === "away") await images.goAway();
      else images.imageInMs = 900;
      return async () => {
        if (fault.how === "away") await images.comeBack();
        else images.imageInMs = usualImageInMs;
      };
    case "receiver": {
      const before = receiver.answer;
      receiver.answer = (response, id, body) => {
        if (fault.how === "slow") return void setTimeout(() => before(response, id, body), 700);
        // Recorded as every copy is, with another answer.
        if (fault.how === "refuses") return before(Object.assign(response, { statusCode: 503 }), id, body);
        response.socket?.resetAndDestroy();
        before(response, id, body);
      };
      return () => {
        receiver.answer = before;
      };
    }
  }
}

/** How long an image takes otherwise: long enough to be interrupted. */
export const usualImageInMs = 60;

async function beginStoreFault(
  { objects, links }: Installation,
  how: "stop" | "kill" | "slow" | "full",
): Promise<() => Promise<void> | void> {
  const all = [...links].filter(([name]) => name.endsWith("-objects")).map(([, link]) => link);
  switch (how) {
    case "stop":
      objects.pause();
      return () => objects.resume();
    case "kill":
      await objects.kill();
      return () => objects.restart();
    case "full":
      objects.fill();
      return () => objects.makeRoom();
    case "slow": {
      const undo = await Promise.all(all.map((link) => link.disturb(toxics.latency)));
      return async () => {
        await Promise.all(undo.map((repair) => repair()));
      };
    }
  }
}
