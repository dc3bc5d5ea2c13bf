import { type Centicredits, toCredits } from "@mintwright/api-contract";
import type { Admission } from "../features/admission/index.ts";
import type { HoldKeeper, KeptAnswerDraft, SettlementService } from "../features/credits/index.ts";
import { ServiceUnavailableError } from "../platform/errors.ts";
import type { Logger } from "../platform/logging.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";
import type { HoldHandover } from "../serving/operation-context.ts";
import type { BodyStore } from "./kept-answers.ts";

export interface ChargingParts {
  settlement: SettlementService;
  holds: HoldKeeper;
  bodies: BodyStore;
  metrics: Metrics;
  logger: Logger;
}

export type Admitted = Exclude<Admission, { verdict: "unknown_key" }>;

type ChargeState = "held" | "captured" | "released" | "handed over" | "lost" | "in doubt";

/**
 * The credits that are held for one request. Exactly one of three calls ends the hold:
 *
 *     held ── capture ───→ captured      the answer may be delivered
 *      │         ├───────→ lost          the hold was released by the sweeper: nothing may be delivered
 *      │         └───────→ in doubt      the ledger did not confirm; the settlement service resolves it
 *      ├───── release ───→ released      nothing is delivered
 *      └───── handOver ──→ handed over   the work goes on after the answer and settles the hold itself
 */
export class Charge {
  readonly accountId: string;
  readonly holdId: string;
  #state: ChargeState = "held";
  #amount: Centicredits;
  #writeMemory: (() => string) | undefined;
  #keepsResults = false;
  readonly #operationId: string;
  readonly #parts: ChargingParts;

  constructor(
    { accountId, holdId }: Admitted,
    { operationId, price, parts }: { operationId: string; price: Centicredits; parts: ChargingParts },
  ) {
    this.accountId = accountId;
    this.holdId = holdId;
    this.#amount = price;
    this.#operationId = operationId;
    this.#parts = parts;
  }

  get isHeld(): boolean {
    return this.#state === "held";
  }

  /** The amount that `capture` takes: the price, unless `lowerTo` reduced it. */
  get amount(): Centicredits {
    return this.#amount;
  }

  /** What was captured; 0 before and for any other end. */
  get captured(): Centicredits {
    return this.#state === "captured" ? this.#amount : 0;
  }

  /** What work that continues after the answer has taken over. */
  get handedOver(): Centicredits {
    return this.#state === "handed over" ? this.#amount : 0;
  }

  /** Captures at most this amount; the rest of the hold is released. */
  lowerTo(amount: Centicredits): void {
    this.#assertHeld();
    this.#amount = Math.min(this.#amount, amount);
  }

  /** Stores a JSON object in the transaction of the capture. `writeMemory` is called after the answer has ended. */
  rememberWith(writeMemory: () => string): void {
    this.#assertHeld();
    this.#writeMemory = writeMemory;
  }

  /** Makes the library items that are reserved for this hold visible in the transaction of the capture. */
  keepResults(): void {
    this.#assertHeld();
    this.#keepsResults = true;
  }

  /** Captures the amount and stores the answer for its idempotency key, in one transaction. Returns the new balance. */
  async capture(answer?: KeptAnswerDraft): Promise<Centicredits> {
    this.#assertHeld();
    const memory = this.#writeMemory?.();
    this.#state = "in doubt";
    const settled = await this.#settle(this.#amount, {
      ...(answer && { answer }),
      ...(memory && { memory }),
      ...(this.#keepsResults && { keepsResults: true }),
    });
    this.#state = settled ? "captured" : "lost";
    if (!settled)
      throw new ServiceUnavailableError(
        "The request took too long and its credit hold expired. Nothing is charged; try again.",
      );
    this.#parts.metrics.creditsCharged.inc({ operation: this.#operationId }, toCredits(this.#amount));
    return settled.balance;
  }

  /** Releases the whole hold. Returns the new balance when it is known. */
  async release(): Promise<Centicredits | undefined> {
    this.#assertHeld();
    this.#state = "released";
    try {
      return (await this.#settle(0))?.balance;
    } catch (error) {
      const { holdId } = this;
      this.#parts.logger.error({ error, holdId }, "hold release failed, the sweeper will release it");
      return undefined;
    }
  }

  /** Passes the hold to work that continues after the answer. It stays held here when `accept` throws. */
  async handOver(
    accept: (handover: HoldHandover) => Promise<void>,
    answer: HoldHandover["answer"],
  ): Promise<void> {
    this.#assertHeld();
    await accept({ accountId: this.accountId, holdId: this.holdId, answer });
    this.#state = "handed over";
  }

  #settle(
    captured: Centicredits,
    more: { answer?: KeptAnswerDraft; memory?: string; keepsResults?: boolean } = {},
  ) {
    return this.#parts.settlement.settle({
      accountId: this.accountId,
      holdId: this.holdId,
      captured,
      ...more,
    });
  }

  #assertHeld(): void {
    if (!this.isHeld) throw new Error(`a charge that is ${this.#state} cannot be changed`);
  }
}
