import {
  type Centicredits,
  headerNames,
  type Operation,
  type OperationInput,
  toCredits,
} from "@mintwright/api-contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import fresh from "fresh";
import {
  AcceptedAnswer,
  type HoldHandover,
  type OperationContext,
  QuotedAnswer,
  RawAnswer,
  StreamAnswer,
} from "../serving/operation-context.ts";
import { writePriceHeaders } from "./answer-headers.ts";
import type { Admitted, Charge } from "./charge.ts";
import type { ClientWatch } from "./client-watch.ts";
import { answerDryRun } from "./dry-run.ts";
import { type ResultStore, storeResults } from "./stored-results.ts";
import { addWarnings, writeWarningHeader } from "./warnings.ts";

export type Handle<Body, Query, Params, Output> = (
  context: OperationContext<Body, Query, Params>,
) => Promise<Output | RawAnswer | StreamAnswer | AcceptedAnswer<Output> | QuotedAnswer<Output>>;

export interface Call<Body, Query, Params, Output> {
  operation: Operation<Body, Query, Params, Output>;
  handle: Handle<Body, Query, Params, Output>;
  input: OperationInput<Body, Query, Params>;
  admission: Admitted;
  price: Centicredits;
  isDryRun: boolean;
  /** Undefined when the call is free, or when its handler holds the price itself. */
  charge: Charge | undefined;
  warnings: Set<string>;
  request: FastifyRequest;
  client: ClientWatch;
  publicUrl: string | undefined;
  results: ResultStore;
}

export interface WrittenAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer | string | StreamAnswer;
  accept?: (handover: HoldHandover) => Promise<void>;
}

export async function runHandler<Body, Query, Params, Output>(
  call: Call<Body, Query, Params, Output>,
): Promise<WrittenAnswer> {
  const { operation, charge, warnings, request } = call;
  const headers: Record<string, string> = {};
  const output = await call.handle(createContext(call, headers));
  const isAccepted = output instanceof AcceptedAnswer;
  const answer = addWarnings(toWrittenAnswer(isAccepted ? output.output : output), warnings);
  Object.assign(headers, writeWarningHeader(warnings));
  if (operation.canRevalidate && answer instanceof RawAnswer && revalidate(request, answer, headers)) {
    charge?.lowerTo(0);
    return { status: 304, headers, body: "" };
  }
  headers["content-type"] = answer.contentType;
  const body = answer instanceof StreamAnswer ? answer : answer.body;
  return { status: 200, headers, body, ...(isAccepted && { accept: output.accept }) };
}

export async function sendQuoted<Body, Query, Params, Output>(
  call: Call<Body, Query, Params, Output>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { operation, admission, isDryRun, warnings } = call;
  const headers: Record<string, string> = {};
  const answer = await call.handle(createContext(call, headers));
  if (!(answer instanceof QuotedAnswer)) throw new Error(`${operation.id} did not return a QuotedAnswer`);
  if (isDryRun) {
    const quote = { operation: operation.id, price: answer.price, preview: {}, warnings };
    return answerDryRun(quote, admission.balance, reply);
  }
  if (answer.balance !== undefined) {
    reply.header(headerNames.creditsHeld, String(toCredits(answer.price)));
    writePriceHeaders(reply, 0, answer.balance);
  }
  const { contentType, body } = addWarnings(RawAnswer.json(JSON.stringify(answer.output)), warnings);
  return reply
    .headers({ ...headers, ...writeWarningHeader(warnings) })
    .type(contentType)
    .send(body);
}

function createContext<Body, Query, Params, Output>(
  call: Call<Body, Query, Params, Output>,
  answerHeaders: Record<string, string>,
): OperationContext<Body, Query, Params> {
  const { input, admission, price, isDryRun, charge, warnings, request, client, publicUrl } = call;
  return {
    input,
    caller: admission,
    requestId: request.id,
    answerHeaders,
    price,
    isDryRun,
    warn(text) {
      warnings.add(text);
    },
    header: (name) => request.headers[name]?.toString(),
    rememberWithCharge: (writeMemory) => charge?.rememberWith(writeMemory),
    chargeOnly: (amount) => charge?.lowerTo(amount),
    storeResults: (create) => storeResults(call, answerHeaders, create),
    get publicUrl() {
      return publicUrl ?? `${request.protocol}://${request.host}`;
    },
    get signal() {
      return client.signal;
    },
  };
}

function toWrittenAnswer(output: unknown): RawAnswer | StreamAnswer {
  return output instanceof RawAnswer || output instanceof StreamAnswer
    ? output
    : RawAnswer.json(JSON.stringify(output));
}

/** Sets the ETag of the body. Returns true when the caller already has this body. */
function revalidate(
  request: FastifyRequest,
  { etag }: RawAnswer,
  answerHeaders: Record<string, string>,
): boolean {
  answerHeaders.etag = etag;
  answerHeaders["cache-control"] = "private, no-cache";
  return fresh({ "if-none-match": request.headers["if-none-match"] }, { etag });
}
