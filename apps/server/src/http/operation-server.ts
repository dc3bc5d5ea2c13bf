import {
  type Centicredits,
  headerNames,
  type Operation,
  type OperationInput,
  toCredits,
} from "@mintwright/api-contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Admission, AdmissionService, KeptAnswer, RequestKey } from "../features/admission/index.ts";
import { InsufficientCreditsError, KeyLimitReachedError } from "../features/credits/index.ts";
import type { Places } from "../features/limits/index.ts";
import {
  AcceptedAnswer,
  type ChatMemory,
  type OperationContext,
  QuotedAnswer,
  RawAnswer,
  type ServeOperation,
  StreamAnswer,
} from "../serving/operation-context.ts";
import { writePriceHeaders, writeRateHeaders } from "./answer-headers.ts";
import { readBearerKey } from "./bearer-key.ts";
import type { ChargedAnswer, ChargingParts } from "./charge.ts";
import { serveCharged } from "./charged-answer.ts";
import { watchClient } from "./client-watch.ts";
import { answerDryRun, wantsDryRun } from "./dry-run.ts";
import { type Idempotency, readIdempotency } from "./idempotency.ts";
import { readBody } from "./kept-answers.ts";
import { createOpenStreams, type OpenStreams } from "./open-streams.ts";
import {
  AccountRateLimitedError,
  IdempotencyKeyInUseError,
  IdempotencyKeyReusedError,
  OperationNotAllowedError,
  RateLimitedError,
  UnauthorizedError,
} from "./request-errors.ts";
import { createRequestReader, type ReadRequest } from "./request-reader.ts";
import { revalidate } from "./revalidation.ts";
import { toRoutePath } from "./route-path.ts";
import { sendFreeStream } from "./send-stream.ts";
import { addWarnings, writeWarningHeader } from "./warnings.ts";

/** Longer than a call may take without a sign of life: a hold older than this belongs to nobody. */
export const holdDeadlineInMs = 180_000;

/** What serving an operation needs. */
export interface OperationServerParts extends ChargingParts {
  admission: AdmissionService;
  places: Places;
  findKeptAnswer(accountId: string, idempotencyKey: string): Promise<KeptAnswer | undefined>;
  /** Reads the key of a request; the bearer key of its header unless said otherwise. */
  readKey?: ((request: FastifyRequest) => RequestKey | Promise<RequestKey>) | undefined;
  /** Without it, addresses begin as the request came. */
  publicUrl?: string | undefined;
}

type Admitted = Exclude<Admission, { verdict: "unknown_key" }>;
type Handle<Body, Query, Params, Output> = (
  context: OperationContext<Body, Query, Params>,
) => Promise<Output | RawAnswer | StreamAnswer | AcceptedAnswer<Output> | QuotedAnswer<Output>>;

/** Creates the one way in which keyed operations are served: parse, admit, answer, settle. */
export function createOperationServer(app: FastifyInstance, parts: OperationServerParts): ServeOperation {
  const openStreams = createOpenStreams(app);
  return (operation, handle) => {
    const read = createRequestReader(operation);
    app.route({
      method: operation.method,
      url: toRoutePath(operation.path),
      config: { operationId: operation.id },
      handler: (request, reply) =>
        serveRequest(operation, handle, read(request), request, reply, parts, openStreams),
    });
  };
}

async function serveRequest<Body, Query, Params, Output>(
  operation: Operation<Body, Query, Params, Output>,
  handle: Handle<Body, Query, Params, Output>,
  readRequest: ReadRequest<OperationInput<Body, Query, Params>>,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: OperationServerParts,
  openStreams: OpenStreams,
): Promise<FastifyReply> {
  const key = await (parts.readKey ?? readBearerKey)(request);
  const isMetered = operation.price.kind === "metered";
  const isDryRun = operation.price.kind !== "free" && wantsDryRun(request);
  let { input, error } = readRequest;
  let idempotency: Idempotency | undefined;
  if (isMetered && input) {
    try {
      idempotency = readIdempotency(request);
    } catch (invalid) {
      input = undefined;
      error = invalid as typeof error;
    }
  }
  // HEAD delivers nothing that could be paid for.
  const price = input && request.method !== "HEAD" ? priceOf(operation, input) : 0;
  const admission = await parts.admission.admit({
    key,
    price: isDryRun ? 0 : price,
    operation: operation.id,
    requestId: request.id,
    deadlineInMs: holdDeadlineInMs,
    ...(idempotency && !isDryRun && { idempotency }),
  });
  if (admission.verdict === "unknown_key") throw new UnauthorizedError();
  writeRateHeaders(reply, admission.rate);
  if (isMetered) writePriceHeaders(reply, 0, admission.balance);
  if (admission.verdict === "rate_limited") {
    throw new RateLimitedError(admission.rate.limit ?? 0, admission.rate.retryAfterInSeconds ?? 1);
  }
  if (admission.verdict === "account_rate_limited") {
    throw new AccountRateLimitedError(admission.rate.limit ?? 0, admission.rate.retryAfterInSeconds ?? 1);
  }
  if (admission.verdict === "operation_not_allowed") throw new OperationNotAllowedError(operation.summary);
  if (!input) throw error;
  const warnings = new Set([...readRequest.warnings, ...(operation.warn?.(input) ?? [])]);
  if (isDryRun && isMetered) {
    const preview = operation.preview?.(input) ?? {};
    return answerDryRun({ operation: operation.id, price, preview, warnings }, admission.balance, reply);
  }
  if (idempotency && admission.verdict === "replay") return replay(admission, idempotency, reply, parts);
  assertAdmitted(admission, price);

  const client = watchClient(reply);
  const answerHeaders: Record<string, string> = {};
  let captured = price;
  let describeMemory: (() => ChatMemory) | undefined;
  const context = {
    input,
    caller: admission,
    requestId: request.id,
    answerHeaders,
    price,
    warn(text: string) {
      warnings.add(text);
    },
    isDryRun,
    header: (name: string) => request.headers[name]?.toString(),
    rememberWithCharge(describe: () => ChatMemory) {
      describeMemory = describe;
    },
    chargeOnly(amount: Centicredits) {
      captured = Math.min(price, amount);
    },
    get publicUrl() {
      return parts.publicUrl ?? `${request.protocol}://${request.host}`;
    },
    get signal() {
      return client.signal;
    },
  };
  const answerQuoted = async (): Promise<FastifyReply> => {
    const answer = await handle(context);
    if (!(answer instanceof QuotedAnswer)) throw new Error(`${operation.id} has answered without its price`);
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
      .headers({ ...answerHeaders, ...writeWarningHeader(warnings) })
      .type(contentType)
      .send(body);
  };
  const work = async (): Promise<ChargedAnswer> => {
    const output = await handle(context);
    const isAccepted = output instanceof AcceptedAnswer;
    const answer = addWarnings(toWrittenAnswer(isAccepted ? output.output : output), warnings);
    Object.assign(answerHeaders, writeWarningHeader(warnings));
    const body = answer instanceof StreamAnswer ? answer : answer.body;
    const canRevalidate = operation.canRevalidate && !(body instanceof StreamAnswer);
    if (canRevalidate && revalidate(request, body, answerHeaders)) {
      return { status: 304, headers: answerHeaders, body: "", captured: 0 };
    }
    const headers = { ...answerHeaders, "content-type": answer.contentType };
    return {
      status: 200,
      headers,
      body,
      captured,
      describeMemory,
      ...(isAccepted && { accept: output.accept }),
    };
  };
  if (price > 0) {
    return serveCharged(
      { operationId: operation.id, admission, idempotency, reply, client, openStreams, parts },
      work,
    );
  }
  const freePlace = operation.occupies && (await parts.places.take(admission.accountId, operation.occupies));
  try {
    if (operation.price.kind === "quoted") return await answerQuoted();
    const { status, headers, body } = await work();
    reply.status(status).headers(headers);
    return body instanceof StreamAnswer
      ? await sendFreeStream(reply, body, { client, openStreams, logger: parts.logger })
      : reply.send(body);
  } finally {
    freePlace?.();
  }
}

function toWrittenAnswer(output: unknown): RawAnswer | StreamAnswer {
  return output instanceof RawAnswer || output instanceof StreamAnswer
    ? output
    : RawAnswer.json(JSON.stringify(output));
}

function priceOf<Body, Query, Params>(
  operation: Operation<Body, Query, Params, unknown>,
  input: OperationInput<Body, Query, Params>,
): Centicredits {
  return operation.price.kind === "metered" ? operation.price.of(input) : 0;
}

function assertAdmitted(admission: Admitted, price: Centicredits): void {
  switch (admission.verdict) {
    case "insufficient_credits":
      throw new InsufficientCreditsError(toCredits(price), toCredits(admission.balance));
    case "key_limit_reached":
      throw new KeyLimitReachedError(toCredits(price));
    case "key_reused":
      throw new IdempotencyKeyReusedError();
    case "still_running":
      throw new IdempotencyKeyInUseError();
  }
}

async function replay(
  admission: Admitted,
  idempotency: Idempotency,
  reply: FastifyReply,
  parts: OperationServerParts,
) {
  const answer = await parts.findKeptAnswer(admission.accountId, idempotency.key);
  if (!answer) throw new IdempotencyKeyInUseError();
  return reply
    .status(answer.status)
    .headers(answer.headers)
    .header(headerNames.idempotencyReplayed, "true")
    .send(await readBody(parts.bodies, answer));
}
