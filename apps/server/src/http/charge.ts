import { type Centicredits, toCredits } from "@mintwright/api-contract";
import type { Admission } from "../features/admission/index.ts";
import type { HoldKeeper, KeptAnswerDraft, SettlementService } from "../features/credits/index.ts";
import { ServiceUnavailableError } from "../platform/errors.ts";
import type { Logger } from "../platform/logging.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";
import type { HoldHandover } from "../serving/operation-context.ts";
import type { BodyStore } from "./kept-answers.ts";

/** What charging needs. */
export interface ChargingParts {
  settlement: SettlementService;
  holds: HoldKeeper;
  bodies: BodyStore;
  metrics: Metrics;
  logger: Logger;
}

/** A caller whose key is known. */
export type Admitted = Exclude<Admission, { verdict: "unknown_key" }>;

type ChargeState = "held" | "captured" | "released" | "handed over" | "lost" | "in doubt";

/**
 * The credits that are held for one request. A charge is held until one of three calls ends it, once:
 *
 *     held ── capture ───→ captured      the answer may be delivered
 *      │         ├───────→ lost          the hold was taken away before: nothing may be delivered
 *      │         └───────→ in doubt      the ledger did not confirm; the settlement service finds out
 *      ├───── release ───→ released      nothing is delivered
 *      └───── handOver ──→ handed over   the work goes on after the answer and settles the hold itself
 */
export class Charge {
  readonly accountId: string;
  readonly holdId: string;
  #state: ChargeState = "held";
  #amount: Centicredits;
  #writeMemory: (() => string) | undefined;
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

  /** What a capture takes: the price, unless only a part is delivered. */
  get amount(): Centicredits {
    return this.#amount;
  }

  /** Takes at most this much; the rest of the hold goes back. */
  lowerTo(amount: Centicredits): void {
    this.#assertHeld();
    this.#amount = Math.min(this.#amount, amount);
  }

  /** Has a JSON object stored in the transaction of the capture. It is written when the answer has ended. */
  rememberWith(writeMemory: () => string): void {
    this.#assertHeld();
    this.#writeMemory = writeMemory;
  }

  /** Takes the amount and stores the answer for its idempotency key, in one transaction. Returns the balance after it. */
  async capture(answer?: KeptAnswerDraft): Promise<Centicredits> {
    this.#assertHeld();
    const memory = this.#writeMemory?.();
    this.#state = "in doubt";
    const settled = await this.#settle(this.#amount, {
      ...(answer && { answer }),
      ...(memory && { memory }),
    });
    this.#state = settled ? "captured" : "lost";
    if (!settled)
      throw new ServiceUnavailableError(
        "The call took longer than its credits could be held. Nothing is charged; try again.",
      );
    this.#parts.metrics.creditsCharged.inc({ operation: this.#operationId }, toCredits(this.#amount));
    return settled.balance;
  }

  /** Gives the whole hold back. Returns the balance after it, when it is known. */
  async release(): Promise<Centicredits | undefined> {
    this.#assertHeld();
    this.#state = "released";
    try {
      return (await this.#settle(0))?.balance;
    } catch (error) {
      const { holdId } = this;
      this.#parts.logger.error({ error, holdId }, "release failed; the sweeper will give it back");
      return undefined;
    }
  }

  /** Gives the hold to work that goes on after the answer. It stays held when that work is not accepted. */
  async handOver(
    accept: (handover: HoldHandover) => Promise<void>,
    answer: HoldHandover["answer"],
  ): Promise<void> {
    this.#assertHeld();
    await accept({ accountId: this.accountId, holdId: this.holdId, answer });
    this.#state = "handed over";
  }

  #settle(captured: Centicredits, more: { answer?: KeptAnswerDraft; memory?: string } = {}) {
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
