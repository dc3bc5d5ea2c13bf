import { toCredits } from "@mintwright/api-contract";
import type { RequestBodies, RequestLog } from "@mintwright/api-contract/dashboard";
import type { BodiesRow, RequestLogRow } from "./request-logs.repository.ts";

export const describeLog = (row: RequestLogRow): RequestLog => ({
  id: String(row.log_id),
  createdAt: row.created_at.toISOString(),
  requestId: row.request_id,
  keyId: row.key_id,
  keyName: row.key_name,
  operation: row.operation,
  model: row.model,
  method: row.method,
  path: row.path,
  status: row.status,
  errorCode: row.error_code,
  latencyInMs: row.latency_in_ms,
  charged: toCredits(row.charged),
  held: toCredits(row.held),
  sampleFactor: row.sample_factor,
});

export const describeBodies = (row: BodiesRow): RequestBodies => ({
  query: row.query,
  request: row.request_body,
  response: row.response_body,
  isShortened: row.is_shortened,
});
