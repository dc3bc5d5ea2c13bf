import { randomUUID } from "node:crypto";
import type { Centicredits } from "@mintwright/api-contract";
import { createBatcher } from "../../platform/batcher.ts";
import type { Database } from "../../platform/database/database.ts";
import { ServiceUnavailableError } from "../../platform/errors.ts";
import type { RateState } from "../../platform/operation-context.ts";
import type { Metrics } from "../../platform/telemetry/metrics.ts";
import { withSpan } from "../../platform/telemetry/spans.ts";
import { hashKey } from "../keys/index.ts";
import {
  type AdmissionGroup,
  type AdmissionRow,
  type AdmittedKey,
  admitRequests,
  type Verdict,
} from "./admission.repository.ts";

const maxRequestsPerStatement = 500;

/**
 * How a request names its key: by the secret that a caller sent, or, from the dashboard, by the id of the account's
 * dashboard key. That key has no secret, so nothing that a caller sends can name it.
 */
export type RequestKey = string | { dashboardKeyId: string };

/** A request that asks to be let in. Free and invalid requests carry the price 0 and only count against the rate. */
export interface AdmissionRequest {
  key: RequestKey;
  price: Centicredits;
  operation: string;
  requestId: string;
  /** After this time without settlement the hold is given back. */
  deadlineInMs: number;
  idempotency?: { key: string; fingerprintHex: string };
}

/** The answer to a request that asked to be let in. */
export type Admission =
  | { verdict: "unknown_key" }
  | {
      verdict: Verdict;
      accountId: string;
      keyId: string;
      rate: RateState;
      hasSavedContext: boolean;
      balance: Centicredits;
      /** Names the hold, whether one was taken or not. */
      holdId: string;
    };

/** Lets requests in: authentication, rate, idempotency and charge, judged by the database in batches. */
export interface AdmissionService {
  admit(request: AdmissionRequest): Promise<Admission>;
}

interface Ticket extends AdmissionRequest {
  holdId: string;
}

/** Creates the admission of this process. */
export function createAdmissionService({
  database,
  processId,
  metrics,
  onUnknownOutcome,
}: {
  database: Database;
  processId: string;
  metrics: Metrics;
  /** Hears of holds that may or may not have been taken. */
  onUnknownOutcome?: (holdIds: string[]) => void;
}): AdmissionService {
  const admitInBatch = createBatcher<Ticket, Admission>(
    (tickets) => {
      metrics.admissionBatch.observe(tickets.length);
      return withSpan("admission", { "mintwright.requests": tickets.length }, () => admitTickets(tickets));
    },
    { maxItems: maxRequestsPerStatement },
  );

  async function admitTickets(tickets: Ticket[]): Promise<Admission[]> {
    const ticketsByKey = Map.groupBy(tickets, ({ key }) => toLookupHex(key));
    const groups: AdmissionGroup[] = [...ticketsByKey].map(([secretHashHex, group]) => ({
      secretHashHex,
      rows: group.map(toRow),
    }));
    const endTimer = metrics.batchSeconds.startTimer({ batch: "admission" });
    // When the connection breaks after the commit, holds are left that no request will settle.
    const answer = await admitRequests(database, processId, groups).catch((cause) => {
      onUnknownOutcome?.(tickets.filter(({ price }) => price > 0).map(({ holdId }) => holdId));
      throw new ServiceUnavailableError(
        "The ledger does not answer at the moment. Nothing is charged; try again shortly.",
        {
          cause,
        },
      );
    });
    endTimer();
    const admissions = new Map<Ticket, Admission>();
    let request = 0;
    for (const [group, members] of [...ticketsByKey.values()].entries()) {
      const key = answer.keys[group];
      for (const [place, ticket] of members.entries()) {
        const verdict = answer.verdicts[request] as Verdict;
        const balance = answer.balances[request] as number;
        request++;
        admissions.set(
          ticket,
          key
            ? {
                verdict,
                accountId: key.accountId,
                keyId: key.keyId,
                rate: toRateState(key, place),
                hasSavedContext: key.hasSavedContext,
                balance,
                holdId: ticket.holdId,
              }
            : { verdict: "unknown_key" },
        );
      }
    }
    return tickets.map((ticket) => admissions.get(ticket) as Admission);
  }

  return { admit: (request) => admitInBatch({ ...request, holdId: randomUUID() }) };
}

function toLookupHex(key: RequestKey): string {
  return typeof key === "string" ? hashKey(key) : key.dashboardKeyId.replaceAll("-", "");
}

function toRow(ticket: Ticket): AdmissionRow {
  return {
    price: ticket.price,
    holdId: ticket.holdId,
    operation: ticket.operation,
    requestId: ticket.requestId,
    idempotencyKey: ticket.idempotency?.key ?? null,
    fingerprintHex: ticket.idempotency?.fingerprintHex ?? null,
    deadlineInMs: ticket.deadlineInMs,
  };
}

function toRateState(key: AdmittedKey, place: number): RateState {
  return {
    limit: key.ratePerMinute,
    remaining: key.roomBefore === null ? null : Math.max(0, key.roomBefore - place - 1),
    retryAfterInSeconds: key.retryAfterInSeconds,
  };
}
