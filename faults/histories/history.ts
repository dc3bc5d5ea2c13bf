import type { PlannedFault } from "./plan-faults.ts";
import type { PlannedOperation } from "./plan-operations.ts";

/** One request of a client and what it was told. Times are milliseconds since the seed began. */
export interface Exchange {
  operation: number;
  step: string;
  account: number;
  api: number;
  requestId: string;
  idempotencyKey?: string;
  /** The API key that it was sent with, unless that of the account. */
  keyId?: string;
  from: number;
  to: number;
  /** Undefined when no answer arrived. */
  status?: number;
  /** False when the connection broke before the end of the answer. */
  isWhole: boolean;
  code?: string;
  charged?: string;
  isReplayed?: boolean;
  body: string;
}

/** What a fault did. */
export interface FaultRecord {
  fault: PlannedFault;
  from: number;
  to: number;
}

/** Everything that the outside saw of one seed. */
export interface History {
  seed: number;
  operations: PlannedOperation[];
  exchanges: Exchange[];
  faults: FaultRecord[];
  webhooks: { at: number; id: string; body: string; answer: string }[];
  now(): number;
}

export function startHistory(seed: number, operations: PlannedOperation[]): History {
  const startedAt = performance.now();
  const now = () => Math.round(performance.now() - startedAt);
  return { seed, operations, exchanges: [], faults: [], webhooks: [], now };
}

/** Whether the client was told that its call succeeded, and got the whole answer. */
export const isAnswered = ({ status, isWhole }: Exchange) => status === 200 && isWhole;

/** Describes an exchange in one line. */
export function describeExchange(exchange: Exchange): string {
  const { operation, step, account, api, requestId, from, to, status, isWhole, code, body } = exchange;
  const told =
    status === undefined ? "no answer" : `${status}${code ? ` ${code}` : ""}${isWhole ? "" : ", cut"}`;
  const said = status === 200 || body === "" ? "" : ` (${body.slice(0, 160)})`;
  return `${from}-${to} ms: operation ${operation}, ${step} of account ${account} at api-${api + 1}, ${requestId}: ${told}${said}`;
}
