import type { Centicredits } from "@mintwright/api-contract";

/** The status of a response that was not sent completely: the caller disconnected, or a stream failed. */
export const incompleteStatus = 499;

/** An ended request of a known account. */
export interface EndedRequest {
  accountId: string;
  keyId: string;
  requestId: string;
  operation: string;
  model: string | undefined;
  method: string;
  /** With its query. */
  url: string;
  status: number;
  errorCode: string | undefined;
  latencyInMs: number;
  /** True for a response that lasts as long as its caller wants, such as events. */
  isEndless: boolean;
  charged: Centicredits;
  held: Centicredits;
  requestBody: unknown;
  /** Undefined for a stream. */
  response: SentResponse | undefined;
}

/** A request that was refused before its key was looked up, because its body could not be read. */
export type UnreadRequest = Omit<EndedRequest, "accountId" | "keyId">;

export interface SentResponse {
  contentType: string;
  body: string | Buffer;
}

/** A request as it is written to the log. */
export interface RequestLogDraft
  extends Omit<EndedRequest, "url" | "isEndless" | "requestBody" | "response"> {
  endedAt: number;
  path: string;
  sampleFactor: number;
  bodies: StoredBodies | undefined;
}

/** Bodies without secrets, shortened. */
export interface StoredBodies {
  query: string | null;
  requestBody: string | null;
  responseBody: string | null;
  isShortened: boolean;
}
