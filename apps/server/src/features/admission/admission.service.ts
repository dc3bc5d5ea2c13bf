import { randomUUID } from "node:crypto";
import type { Centicredits } from "@mintwright/api-contract";
import { busy, createBatcher } from "../../platform/batcher.ts";
import type { Database } from "../../platform/database/database.ts";
import { isLockTimeout, isLostConnection } from "../../platform/database/database-errors.ts";
import { ServiceUnavailableError } from "../../platform/errors.ts";
import type { Metrics } from "../../platform/telemetry/metrics.ts";
import { withSpan } from "../../platform/telemetry/spans.ts";
import type { Caller } from "../../serving/operation-context.ts";
import { hashKey } from "../keys/index.ts";
import {
  type AdmissionGroup,
  type AdmissionRow,
  type AdmittedKey,
  admitRequests,
  type Verdict,
} from "./admission.repository.ts";

const maxRequestsPerStatement = 500;
/** Nothing is charged yet, so a longer wait has no advantage over a retry by the caller. */
const lockPatienceInMs = 10_000;

/**
 * How a request identifies its key: by the caller's secret or, from the dashboard, by the id of the account's dashboard
 * key. That key has no secret, so that no caller can use it directly.
 */
export type RequestKey = string | { dashboardKeyId: string };

/** A request to admit. Free and invalid requests have the price 0 and only count against the rate. */
export interface AdmissionRequest {
  key: RequestKey;
  price: Centicredits;
  operation: string;
  requestId: string;
  /** The sweeper releases the hold when it is not settled within this time. */
  deadlineInMs: number;
  idempotency?: { key: string; fingerprintHex: string };
}

export type Admission =
  | { verdict: "unknown_key" }
  | (Caller & {
      verdict: Verdict;
      balance: Centicredits;
      /** Id of the hold, set even when none was taken. */
      holdId: string;
    });

/** Authenticates, rate-limits, deduplicates and charges requests, judged by the database in batches. */
export interface AdmissionService {
  admit(request: AdmissionRequest): Promise<Admission>;
}

interface Ticket extends AdmissionRequest {
  holdId: string;
}

export function createAdmissionService({
  database,
  processId,
  metrics,
  onUnknownOutcome,
}: {
  database: Database;
  processId: string;
  metrics: Metrics;
  /** Called with holds that may or may not exist, because the connection was lost during the commit. */
  onUnknownOutcome?: (holdIds: string[]) => void;
}): AdmissionService {
  const admitInBatch = createBatcher<Ticket, Admission>(
    (tickets, lockWaitInMs) => {
      metrics.admissionBatch.observe(tickets.length);
      return withSpan("admission", { "mintwright.requests": tickets.length }, () =>
        admitTickets(tickets, lockWaitInMs),
      );
    },
    {
      maxItems: maxRequestsPerStatement,
      laneOf: nameLane,
      patienceInMs: lockPatienceInMs,
      giveUp: () =>
        new ServiceUnavailableError(
          "Another request is changing this account. Nothing is charged; try again shortly.",
        ),
    },
  );

  async function admitTickets(tickets: Ticket[], lockWaitInMs: number): Promise<(Admission | typeof busy)[]> {
    const ticketsByKey = Map.groupBy(tickets, nameLane);
    const groups: AdmissionGroup[] = [...ticketsByKey.values()].map((group) => ({
      secretHashHex: toLookupHex((group[0] as Ticket).key),
      rows: group.map(toRow),
    }));
    const endTimer = metrics.batchSeconds.startTimer({ batch: "admission" });
    // When the connection breaks after the commit, holds remain that no request will settle.
    const answer = await admitRequests(database, processId, groups, lockWaitInMs).catch((cause) => {
      if (!isLockTimeout(cause)) metrics.batchFailures.inc({ batch: "admission" });
      if (!isLostConnection(cause)) throw cause;
      onUnknownOutcome?.(tickets.filter(({ price }) => price > 0).map(({ holdId }) => holdId));
      throw new ServiceUnavailableError(
        "The ledger is not reachable right now. Nothing is charged; try again shortly.",
        {
          cause,
        },
      );
    });
    endTimer();
    const admissions = new Map<Ticket, Admission | typeof busy>();
    let request = 0;
    for (const [group, members] of [...ticketsByKey.values()].entries()) {
      const key = answer.keys[group];
      const isBusy = answer.busyGroups.has(group);
      for (const [place, ticket] of members.entries()) {
        const verdict = answer.verdicts[request] as Verdict;
        const balance = answer.balances[request] as number;
        request++;
        const admission: Admission = key
          ? { ...toCaller(key, place), verdict, balance, holdId: ticket.holdId }
          : { verdict: "unknown_key" };
        admissions.set(ticket, isBusy ? busy : admission);
      }
    }
    return tickets.map((ticket) => admissions.get(ticket) as Admission | typeof busy);
  }

  return { admit: (request) => admitInBatch({ ...request, holdId: randomUUID() }) };
}

function nameLane({ key }: Ticket): string {
  return typeof key === "string" ? key : key.dashboardKeyId;
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

function toCaller({ accountId, keyId, hasSavedContext, ...key }: AdmittedKey, place: number): Caller {
  const rate = {
    limit: key.ratePerMinute,
    remaining: key.roomBefore === null ? null : Math.max(0, key.roomBefore - place - 1),
    retryAfterInSeconds: key.retryAfterInSeconds,
  };
  return { accountId, keyId, hasSavedContext, rate };
}
