import {
  type Centicredits,
  headerNames,
  type Operation,
  type OperationInput,
  toCredits,
} from "@mintwright/api-contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AdmissionService, KeptAnswer, RequestKey } from "../features/admission/index.ts";
import { InsufficientCreditsError, KeyLimitReachedError } from "../features/credits/index.ts";
import type { Places } from "../features/limits/index.ts";
import type { RequestRecorder } from "../features/request-logs/index.ts";
import { type ServeOperation, StreamAnswer, toRoutePath } from "../serving/operation-context.ts";
import { writePriceHeaders, writeRateHeaders } from "./answer-headers.ts";
import { type Admitted, Charge, type ChargingParts } from "./charge.ts";
import { serveCharged } from "./charged-answer.ts";
import { watchClient } from "./client-watch.ts";
import { answerDryRun, hasPreference } from "./dry-run.ts";
import { readBody } from "./kept-answers.ts";
import { createOpenStreams, type OpenStreams } from "./open-streams.ts";
import {
  AccountRateLimitedError,
  IdempotencyKeyInUseError,
  IdempotencyKeyReusedError,
  InvalidRequestError,
  OperationNotAllowedError,
  RateLimitedError,
  UnauthorizedError,
} from "./request-errors.ts";
import { type Idempotency, readBearerKey, readIdempotency } from "./request-headers.ts";
import { createRequestReader, type ReadRequest } from "./request-reader.ts";
import { type Handle, runHandler, sendQuoted } from "./run-handler.ts";
import { sendFreeStream } from "./send-stream.ts";
import { keepResponses, recordUnreadRequests, ServedCall } from "./served-call.ts";
import type { ResultStore } from "./stored-results.ts";

/** Longer than any call may take: the sweeper releases holds older than this. */
export const holdDeadlineInMs = 180_000;

export interface OperationServerParts extends ChargingParts {
  admission: AdmissionService;
  places: Places;
  results: ResultStore;
  findKeptAnswer(accountId: string, idempotencyKey: string): Promise<KeptAnswer | undefined>;
  /** Reads the key of a request; by default the bearer token. */
  readKey?: ((request: FastifyRequest) => RequestKey | Promise<RequestKey>) | undefined;
  /** Without it, URLs in answers use the scheme and host of the request. */
  publicUrl?: string | undefined;
  /** Without it, calls are neither logged nor counted. */
  recorder?: RequestRecorder | undefined;
  /** True: free calls and dry runs are not recorded, because the dashboard makes them by itself. */
  recordsOnlyPaid?: boolean;
}

/** Registers keyed operations: parses the request, admits it, runs the handler, settles the charge. */
export function createOperationServer(app: FastifyInstance, parts: OperationServerParts): ServeOperation {
  const openStreams = createOpenStreams(app);
  const { recorder } = parts;
  if (recorder && !parts.readKey) recordUnreadRequests(app, recorder);
  const calls = recorder?.wantsResponses ? keepResponses(app) : undefined;
  return (operation, handle) => {
    const read = createRequestReader(operation);
    const isRecorded = !parts.recordsOnlyPaid || operation.price.kind !== "free";
    const serve = (request: FastifyRequest, reply: FastifyReply, call?: ServedCall) =>
      serveRequest(operation, handle, read(request), request, reply, parts, openStreams, call);
    app.route({
      method: operation.method,
      url: toRoutePath(operation.path),
      config: { operationId: operation.id },
      ...(operation.maxBodyBytes && { bodyLimit: operation.maxBodyBytes }),
      handler:
        recorder && isRecorded
          ? (request, reply) => {
              const call = new ServedCall({ operation, request, reply, prefix: app.prefix, recorder });
              calls?.set(request, call);
              return call.follow(serve(request, reply, call));
            }
          : (request, reply) => serve(request, reply),
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
  servedCall: ServedCall | undefined,
): Promise<FastifyReply> {
  const key = await (parts.readKey ?? readBearerKey)(request);
  const isMetered = operation.price.kind === "metered";
  const isDryRun = operation.price.kind !== "free" && hasPreference(request, "dry-run");
  const { input, error, idempotency } = readPaidRequest(readRequest, isMetered, request);
  // HEAD delivers no body, so it costs nothing.
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
  if (servedCall && !(isDryRun && parts.recordsOnlyPaid)) {
    servedCall.admission = admission;
    servedCall.model = input && operation.modelOf?.(input);
  }
  writeRateHeaders(reply, admission.rate);
  if (isMetered) writePriceHeaders(reply, 0, admission.balance);
  assertWithinRate(admission, operation.summary);
  if (!input) throw error;

  const warnings = new Set([...readRequest.warnings, ...(operation.warn?.(input) ?? [])]);
  if (isDryRun && isMetered) {
    const preview = operation.preview?.(input) ?? {};
    return answerDryRun({ operation: operation.id, price, preview, warnings }, admission.balance, reply);
  }
  if (idempotency && admission.verdict === "replay") return replay(admission, idempotency, reply, parts);
  assertPaid(admission, price);

  const client = watchClient(reply);
  const { publicUrl, logger } = parts;
  const charge = price > 0 ? new Charge(admission, { operationId: operation.id, price, parts }) : undefined;
  if (servedCall) servedCall.charge = charge;
  const call = {
    operation,
    handle,
    input,
    admission,
    price,
    isDryRun,
    charge,
    warnings,
    request,
    client,
    publicUrl,
    results: parts.results,
  };
  if (charge) {
    const charged = { charge, admission, idempotency, reply, client, openStreams, parts };
    return serveCharged(charged, async () => {
      const freePlace = await takePlace(operation, admission, parts);
      return runHandler(call).finally(() => freePlace?.());
    });
  }
  const freePlace = await takePlace(operation, admission, parts);
  try {
    if (operation.price.kind === "quoted") return await sendQuoted(call, reply);
    const { status, headers, body } = await runHandler(call);
    reply.status(status).headers(headers);
    return body instanceof StreamAnswer
      ? await sendFreeStream(reply, body, { client, openStreams, logger })
      : reply.send(body);
  } finally {
    freePlace?.();
  }
}

async function takePlace(
  { occupies }: Pick<Operation, "occupies">,
  { accountId }: Admitted,
  { places }: OperationServerParts,
): Promise<(() => void) | undefined> {
  return occupies && places.take(accountId, occupies);
}

/** Reads the idempotency key of a metered request. A malformed key makes the request invalid. */
function readPaidRequest<Input>(
  read: ReadRequest<Input>,
  isMetered: boolean,
  request: FastifyRequest,
): ReadRequest<Input> & { idempotency?: Idempotency | undefined } {
  if (!isMetered || !read.input) return read;
  try {
    return { ...read, idempotency: readIdempotency(request) };
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    return { warnings: read.warnings, error };
  }
}

function assertWithinRate({ verdict, rate }: Admitted, operation: string): void {
  const limit = rate.limit ?? 0;
  const retryAfterInSeconds = rate.retryAfterInSeconds ?? 1;
  if (verdict === "rate_limited") throw new RateLimitedError(limit, retryAfterInSeconds);
  if (verdict === "account_rate_limited") throw new AccountRateLimitedError(limit, retryAfterInSeconds);
  if (verdict === "operation_not_allowed") throw new OperationNotAllowedError(operation);
}

function priceOf<Body, Query, Params>(
  operation: Operation<Body, Query, Params, unknown>,
  input: OperationInput<Body, Query, Params>,
): Centicredits {
  return operation.price.kind === "metered" ? operation.price.of(input) : 0;
}

function assertPaid(admission: Admitted, price: Centicredits): void {
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
