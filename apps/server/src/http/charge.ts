import { type Centicredits, toCredits } from "@mintwright/api-contract";
import type { FastifyReply } from "fastify";
import type { Admission } from "../features/admission/index.ts";
import type { HoldKeeper, SettlementService } from "../features/credits/index.ts";
import type { Logger } from "../platform/logging.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";
import type { ChatMemory, HoldHandover, StreamAnswer } from "../serving/operation-context.ts";
import type { ClientWatch } from "./client-watch.ts";
import type { Idempotency } from "./idempotency.ts";
import type { BodyStore } from "./kept-answers.ts";
import type { OpenStreams } from "./open-streams.ts";

/** What charging needs. */
export interface ChargingParts {
  settlement: SettlementService;
  holds: HoldKeeper;
  bodies: BodyStore;
  metrics: Metrics;
  logger: Logger;
}

/** A hold that was taken for a request, and whom it belongs to. */
export interface Charge {
  operationId: string;
  admission: Exclude<Admission, { verdict: "unknown_key" }>;
  idempotency: Idempotency | undefined;
  reply: FastifyReply;
  client: ClientWatch;
  openStreams: OpenStreams;
  parts: ChargingParts;
}

/** What the work made, and what of the hold it is worth. */
export interface ChargedAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer | string | StreamAnswer;
  captured: Centicredits;
  describeMemory?: (() => ChatMemory) | undefined;
  /** Takes the hold over for work that goes on after the answer, instead of settling it. */
  accept?: (handover: HoldHandover) => Promise<void>;
}

/** Gives a hold back and returns the balance after it, when it is known. */
export async function release({ admission, parts }: Charge): Promise<Centicredits | undefined> {
  const { accountId, holdId } = admission;
  try {
    return (await parts.settlement.settle({ accountId, holdId, captured: 0 }))?.balance;
  } catch (error) {
    parts.logger.error({ error, holdId }, "release failed; the sweeper will give it back");
    return undefined;
  }
}

/** Writes what is to be remembered with the charge, as the database takes it: PostgreSQL's text knows no NUL. */
export function writeMemory(describe: (() => ChatMemory) | undefined): { memory?: string } {
  if (!describe) return {};
  const clean = (_name: string, value: unknown) =>
    typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value;
  return { memory: JSON.stringify(describe(), clean) };
}

/** Counts what was captured. */
export function countCharge({ operationId, parts }: Charge, captured: Centicredits): void {
  parts.metrics.creditsCharged.inc({ operation: operationId }, toCredits(captured));
}
