import { randomUUID } from "node:crypto";
import type { Centicredits } from "@mintwright/api-contract";
import { busy, createBatcher } from "../../platform/batcher.ts";
import type { Database } from "../../platform/database/database.ts";
import { isLostConnection } from "../../platform/database/database-errors.ts";
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
/** Nothing is charged yet, so the caller may as well ask again. */
const lockPatienceInMs = 10_000;

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
  | (Caller & {
      verdict: Verdict;
      balance: Centicredits;
      /** Names the hold, whether one was taken or not. */
      holdId: string;
    });

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
          "Another change to this account has not finished. Nothing is charged; try again shortly.",
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
    // When the connection breaks after the commit, holds are left that no request will settle.
    const answer = await admitRequests(database, processId, groups, lockWaitInMs).catch((cause) => {
      if (!isLostConnection(cause)) throw cause;
      onUnknownOutcome?.(tickets.filter(({ price }) => price > 0).map(({ holdId }) => holdId));
      throw new ServiceUnavailableError(
        "The ledger does not answer at the moment. Nothing is charged; try again shortly.",
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
