import {
  type Centicredits,
  type DryRun,
  headerNames,
  type Operation,
  type OperationInput,
  toCredits,
} from "@mintwright/api-contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Admission, AdmissionService, KeptAnswer } from "../features/admission/index.ts";
import type { SettlementService } from "../features/credits/index.ts";
import { ServiceUnavailableError } from "../platform/errors.ts";
import type { Logger } from "../platform/logging.ts";
import { type OperationContext, RawAnswer, type ServeOperation } from "../platform/operation-context.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";
import { writePriceHeaders, writeRateHeaders } from "./answer-headers.ts";
import { readBearerKey } from "./bearer-key.ts";
import { watchClient } from "./client-watch.ts";
import { type Idempotency, readIdempotency } from "./idempotency.ts";
import { type BodyStore, keepBody, readBody } from "./kept-answers.ts";
import {
  IdempotencyKeyInUseError,
  IdempotencyKeyReusedError,
  InsufficientCreditsError,
  RateLimitedError,
  UnauthorizedError,
} from "./request-errors.ts";
import { parseInput } from "./request-input.ts";
import { revalidate } from "./revalidation.ts";
import { toRoutePath } from "./route-path.ts";

/** Longer than any call of ours may take: a hold older than this belongs to nobody. */
const holdDeadlineInMs = 180_000;

/** What serving an operation needs. */
export interface OperationServerParts {
  admission: AdmissionService;
  settlement: SettlementService;
  findKeptAnswer(accountId: string, idempotencyKey: string): Promise<KeptAnswer | undefined>;
  bodies: BodyStore;
  metrics: Metrics;
  logger: Logger;
}

type Admitted = Exclude<Admission, { verdict: "unknown_key" }>;
type Handle<Body, Query, Params, Output> = (
  context: OperationContext<Body, Query, Params>,
) => Promise<Output | RawAnswer>;

/** Creates the one way in which keyed operations are served: parse, admit, answer, settle. */
export function createOperationServer(app: FastifyInstance, parts: OperationServerParts): ServeOperation {
  return (operation, handle) => {
    app.route({
      method: operation.method,
      url: toRoutePath(operation.path),
      config: { operationId: operation.id },
      handler: (request, reply) => serveRequest(operation, handle, request, reply, parts),
    });
  };
}

async function serveRequest<Body, Query, Params, Output>(
  operation: Operation<Body, Query, Params, Output>,
  handle: Handle<Body, Query, Params, Output>,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: OperationServerParts,
): Promise<FastifyReply> {
  const key = readBearerKey(request);
  const isMetered = operation.price.kind === "metered";
  const isDryRun = isMetered && wantsDryRun(request);
  let { input, error } = parseInput(operation, request);
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
  if (!input) throw error;
  if (isDryRun) return answerDryRun(operation.id, price, admission.balance, reply);
  if (idempotency && admission.verdict === "replay") return replay(admission, idempotency, reply, parts);
  assertAdmitted(admission, price);

  const client = watchClient(reply);
  const answerHeaders: Record<string, string> = {};
  let captured = price;
  const context = {
    input,
    caller: admission,
    requestId: request.id,
    answerHeaders,
    price,
    header: (name: string) => request.headers[name]?.toString(),
    chargeOnly(amount: Centicredits) {
      captured = Math.min(price, amount);
    },
    get signal() {
      return client.signal;
    },
  };
  const work = async () => {
    const { contentType, body } = toRawAnswer(await handle(context));
    if (operation.canRevalidate && revalidate(request, body, answerHeaders)) {
      return { status: 304, headers: answerHeaders, body: "", captured: 0 };
    }
    return { status: 200, headers: { ...answerHeaders, "content-type": contentType }, body, captured };
  };
  if (price === 0) {
    const { status, headers, body } = await work();
    return reply.status(status).headers(headers).send(body);
  }
  return serveCharged({ operationId: operation.id, admission, idempotency, reply, parts }, async () => {
    const answer = await work();
    client.assertPresent();
    return answer;
  });
}

function toRawAnswer(output: unknown): RawAnswer {
  return output instanceof RawAnswer ? output : RawAnswer.json(JSON.stringify(output));
}

function priceOf<Body, Query, Params>(
  operation: Operation<Body, Query, Params, unknown>,
  input: OperationInput<Body, Query, Params>,
): Centicredits {
  return operation.price.kind === "metered" ? operation.price.of(input) : 0;
}

function wantsDryRun(request: FastifyRequest): boolean {
  const prefer = request.headers.prefer;
  return (
    prefer !== undefined &&
    String(prefer)
      .split(/[,;]/)
      .some((preference) => preference.trim().toLowerCase() === "dry-run")
  );
}

function assertAdmitted(admission: Admitted, price: Centicredits): void {
  switch (admission.verdict) {
    case "insufficient_credits":
      throw new InsufficientCreditsError(toCredits(price), toCredits(admission.balance));
    case "key_reused":
      throw new IdempotencyKeyReusedError();
    case "still_running":
      throw new IdempotencyKeyInUseError();
  }
}

function answerDryRun(
  operation: string,
  price: Centicredits,
  balance: Centicredits,
  reply: FastifyReply,
): FastifyReply {
  const answer: DryRun = {
    status: true,
    message: `This call would cost ${toCredits(price)} credits. Nothing was run and nothing was charged.`,
    data: {
      operation,
      price: toCredits(price),
      balance: toCredits(balance),
      isAffordable: price <= balance,
      currency: "credits",
    },
  };
  const { contentType, body } = toRawAnswer(answer);
  return reply.header("preference-applied", "dry-run").type(contentType).send(body);
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

interface Charge {
  operationId: string;
  admission: Admitted;
  idempotency: Idempotency | undefined;
  reply: FastifyReply;
  parts: OperationServerParts;
}

/** Does the work between hold and settlement: what is delivered is captured first, what fails is given back. */
async function serveCharged(
  { operationId, admission, idempotency, reply, parts }: Charge,
  work: () => Promise<{
    status: number;
    headers: Record<string, string>;
    body: Buffer | string;
    captured: Centicredits;
  }>,
): Promise<FastifyReply> {
  const { accountId, holdId } = admission;
  let answer: Awaited<ReturnType<typeof work>>;
  let kept: Awaited<ReturnType<typeof keepBody>> | undefined;
  try {
    answer = await work();
    kept = idempotency && (await keepBody(parts.bodies, holdId, answer.body));
  } catch (error) {
    await parts.settlement.settle({ accountId, holdId, captured: 0 }).then(
      (released) => released && writePriceHeaders(reply, 0, released.balance),
      (failure) =>
        parts.logger.error({ error: failure, holdId }, "release failed; the sweeper will give it back"),
    );
    throw error;
  }
  const headers = { ...answer.headers, [headerNames.creditsCharged]: String(toCredits(answer.captured)) };
  const settled = await parts.settlement.settle({
    accountId,
    holdId,
    captured: answer.captured,
    ...(kept && { answer: { status: answer.status, headers, ...kept } }),
  });
  if (!settled)
    throw new ServiceUnavailableError(
      "The call took longer than its credits could be held. Nothing is charged; try again.",
    );
  parts.metrics.creditsCharged.inc({ operation: operationId }, toCredits(answer.captured));
  reply.headers(headers);
  writePriceHeaders(reply, answer.captured, settled.balance);
  return reply.status(answer.status).send(answer.body);
}
