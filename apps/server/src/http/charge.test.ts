import { describe, expect, it } from "vitest";
import type { SettlementService } from "../features/credits/index.ts";
import { createLogger } from "../platform/logging.ts";
import { createMetrics } from "../platform/telemetry/metrics.ts";
import { type Admitted, Charge } from "./charge.ts";

type Settlement = Parameters<SettlementService["settle"]>[0];
type Outcome = { captured: number; balance: number } | undefined;

function createCharge(settle: (settlement: Settlement) => Promise<Outcome> = async () => undefined) {
  const settled: Settlement[] = [];
  const metrics = createMetrics();
  const parts = {
    settlement: {
      async settle(settlement: Settlement) {
        settled.push(settlement);
        return settle(settlement);
      },
    },
    holds: { keep: () => () => {}, stop: () => {} },
    bodies: { put: async () => {}, get: async () => undefined },
    metrics,
    logger: createLogger("silent"),
  };
  const admission = { accountId: "account", holdId: "hold" } as Admitted;
  const charge = new Charge(admission, { operationId: "enhancePrompt", price: 300, parts });
  return { charge, settled, metrics };
}

const settleAll = async ({ captured }: Settlement) => ({ captured, balance: 1_000 - captured });

describe("a charge", () => {
  it("captures its price, once", async () => {
    const { charge, settled } = createCharge(settleAll);
    expect(await charge.capture()).toBe(700);
    await expect(charge.capture()).rejects.toThrow("captured cannot be changed");
    await expect(charge.release()).rejects.toThrow("captured cannot be changed");
    expect(settled).toEqual([{ accountId: "account", holdId: "hold", captured: 300 }]);
  });

  it("captures what it was lowered to, and is never raised", async () => {
    const { charge, settled } = createCharge(settleAll);
    charge.lowerTo(100);
    charge.lowerTo(200);
    await charge.capture();
    expect(settled[0]?.captured).toBe(100);
    expect(() => charge.lowerTo(0)).toThrow("captured cannot be changed");
  });

  it("writes its memory when it is captured, and not when it is released", async () => {
    const captured = createCharge(settleAll);
    let said = "";
    captured.charge.rememberWith(() => said);
    said = '{"answer":"all of it"}';
    await captured.charge.capture();
    expect(captured.settled[0]?.memory).toBe('{"answer":"all of it"}');
    const released = createCharge(settleAll);
    released.charge.rememberWith(() => said);
    expect(await released.charge.release()).toBe(1_000);
    expect(released.settled).toEqual([{ accountId: "account", holdId: "hold", captured: 0 }]);
  });

  it("whose hold was taken away delivers nothing and counts nothing", async () => {
    const { charge, metrics } = createCharge(async () => undefined);
    await expect(charge.capture()).rejects.toThrow("Nothing is charged; try again.");
    expect(charge.isHeld).toBe(false);
    expect((await metrics.creditsCharged.get()).values).toEqual([]);
  });

  it("that the ledger did not confirm is not released: it may have been taken", async () => {
    const { charge, settled } = createCharge(() => Promise.reject(new Error("connection lost")));
    await expect(charge.capture()).rejects.toThrow("connection lost");
    expect(charge.isHeld).toBe(false);
    await expect(charge.release()).rejects.toThrow("in doubt cannot be changed");
    expect(settled).toHaveLength(1);
  });

  it("stays held when the work it was handed to is not accepted", async () => {
    const { charge, settled } = createCharge(settleAll);
    const answer = { status: 200, headers: {}, body: "{}" };
    const refuse = () => Promise.reject(new Error("refused"));
    await expect(charge.handOver(refuse, answer)).rejects.toThrow("refused");
    expect(charge.isHeld).toBe(true);
    await charge.handOver(async () => {}, answer);
    await expect(charge.release()).rejects.toThrow("handed over cannot be changed");
    expect(settled).toEqual([]);
  });

  it("whose release fails leaves it to the sweeper", async () => {
    const { charge } = createCharge(() => Promise.reject(new Error("connection lost")));
    expect(await charge.release()).toBeUndefined();
    expect(charge.isHeld).toBe(false);
  });
});
