import type { StatusClass } from "@mintwright/api-contract/dashboard";

const statusClasses = ["success", "error", "client_error", "server_error"] as const satisfies StatusClass[];

/** Periods of the list, in hours. */
export const periods = [1, 24, 168, 720] as const;

/** The URL parameters of the logs page. */
export interface LogSearch {
  status?: StatusClass | undefined;
  operation?: string | undefined;
  key?: string | undefined;
  model?: string | undefined;
  requestId?: string | undefined;
  /** Left out, a day. A search for a request ID covers everything. */
  hours?: (typeof periods)[number] | undefined;
}

const toText = (value: unknown, pattern: RegExp) =>
  ["string", "number"].includes(typeof value) && pattern.test(String(value)) ? String(value) : undefined;

export function readLogSearch(search: Record<string, unknown>): LogSearch {
  return {
    status: statusClasses.find((status) => status === search.status),
    operation: toText(search.operation, /^\w{1,64}$/),
    key: toText(search.key, /^[0-9a-f-]{36}$/i),
    model: toText(search.model, /^[\w-]{1,64}$/),
    requestId: toText(search.requestId, /^[A-Za-z0-9._:/=+-]{1,128}$/),
    hours: periods.find((hours) => hours === Number(search.hours)),
  };
}

/** Converts the URL parameters to the filter of the API, without the period. */
export const toLogFilter = ({ status, operation, key, model, requestId }: LogSearch) => ({
  status,
  operation,
  keyId: key,
  model,
  requestId,
});

/** The moment from which requests are listed. */
export function toStart({ hours = 24, requestId }: LogSearch, now: number): string | undefined {
  return requestId ? undefined : new Date(now - hours * 3_600_000).toISOString();
}
