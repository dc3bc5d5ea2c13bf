import { setTimeout as sleep } from "node:timers/promises";
import {
  type ErrorCode,
  errorStatusByCode,
  exposedHeaderNames,
  type Fault,
  headerNames,
  readFaultHeader,
} from "@mintwright/api-contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError, AskedForError } from "../../platform/errors.ts";
import { cutBody, cutConnection, slowBody } from "./broken-answers.ts";
import type { CallerOrigins } from "./caller-origins.ts";
import { currentHandling, Handling } from "./handling.ts";
import type { Latency } from "./latency.ts";
import type { RequestLog } from "./request-log.ts";
import type { WaitingFaults } from "./waiting-faults.ts";

declare module "fastify" {
  interface FastifyRequest {
    sandbox: Handling | null;
  }
}

export interface SandboxHookParts {
  waitingFaults: WaitingFaults;
  latency: Latency;
  log: RequestLog;
  callers: CallerOrigins;
}

/** Paths without faults, latency and logging: the sandbox's own, documentation and health. */
const ownPaths = /^\/(?:(?:sandbox|docs|health)(?:\/.*)?|openapi\.json)?$/;

/**
 * The sandbox page calls the API like everyone else, and must not fill the list that it shows. Image requests have no
 * custom headers, so they are marked in the query.
 */
function isFromPage({ url, headers }: FastifyRequest): boolean {
  return headers["x-mintwright-page"] !== undefined || url.endsWith("?page");
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}

/** The most common code of statuses with several codes. */
const codeByStatus = new Map<number, ErrorCode>([
  ...(Object.entries(errorStatusByCode) as [ErrorCode, number][]).map(
    ([code, status]) => [status, code] as const,
  ),
  [400, "invalid_request"],
  [404, "not_found"],
  [503, "service_unavailable"],
]);

export function addSandboxHooks(app: FastifyInstance, parts: SandboxHookParts): void {
  app.decorateRequest("sandbox", null);
  // Also covers answers that reach no hook, such as those to a malformed URL.
  app.server.prependListener("request", (request, response) => {
    response.setHeader(headerNames.sandbox, "sandbox");
    const { origin } = request.headers;
    if (origin === undefined || !parts.callers.allows(request)) return;
    // Set before anything else: a page that asked for a fault must be able to read it.
    response.setHeader("access-control-allow-origin", origin);
    response.setHeader("vary", "Origin");
    response.setHeader("access-control-expose-headers", exposedHeaderNames.join(", "));
  });

  app.addHook("onRequest", async (request, reply) => {
    parts.callers.assertAllowed(request.raw);
    const operationId = request.routeOptions.config.operationId;
    const isOwn =
      ownPaths.test(request.routeOptions.url ?? "none") || isFromPage(request) || isPreflight(request);
    const handling = new Handling(reply, isOwn ? [] : meetFaults(request, parts.waitingFaults));
    request.sandbox = handling;
    reply.header(headerNames.sandbox, handling.note);
    if (isOwn) return;
    logRequest(request, reply, handling, parts.log);
    if (handling.faults.length > 0)
      handling.say(`fault=${handling.faults.map(({ kind }) => kind).join("+")}`);
    const latencyInMs = operationId ? parts.latency.next(operationId) : 0;
    if (latencyInMs > 0) handling.say(`latency=${latencyInMs}`);
    await sleep(latencyInMs + (handling.find("delay")?.delayInMs ?? 0));
    breakAnswer(reply, handling);
  });

  // After the body is read, because reading it loses the async context.
  app.addHook("preValidation", (request, _reply, done) => {
    if (request.sandbox) currentHandling.run(request.sandbox, done);
    else done();
  });
}

function meetFaults(request: FastifyRequest, waiting: WaitingFaults): Fault[] {
  const { operationId } = request.routeOptions.config;
  const header = request.headers[headerNames.fault];
  const given = typeof header === "string" ? readFaultHeader(header) : undefined;
  if (given?.error) {
    const issues = given.error.issues.map(({ message }) => ({ path: headerNames.fault, message }));
    const advice = "Use a value of X-Mintwright-Fault such as `status=503`, `delay=200` or `failed_job`.";
    throw new AppError("invalid_request", `${issues.map(({ message }) => message).join("; ")}. ${advice}`, {
      details: { issues },
    });
  }
  const met = operationId ? waiting.take({ id: operationId, path: request.url.split("?", 1)[0] ?? "" }) : [];
  return [...(given?.data ?? []), ...met].map(toOwnKind);
}

/** Answers with these two statuses contain a price or a rate, which only admission knows. */
function toOwnKind(fault: Fault): Fault {
  if (fault.kind !== "status") return fault;
  if (fault.status === 402) return { kind: "credits_exhausted" };
  return fault.status === 429
    ? { kind: "rate_limited", retryAfterInSeconds: Math.max(1, fault.retryAfterInSeconds ?? 1) }
    : fault;
}

function breakAnswer(reply: FastifyReply, handling: Handling): void {
  const slow = handling.find("slow_body");
  if (slow) slowBody(reply.raw, slow.delayInMs);
  const cut = handling.find("cut_stream");
  if (cut) cutBody(reply.raw, cut.afterBytes);
  if (handling.find("cut_connection")) cutConnection(reply.raw);
  const status = handling.find("status");
  if (!status) return;
  const code = codeByStatus.get(status.status) ?? "internal_error";
  const retryAfterInSeconds = status.retryAfterInSeconds ?? (status.status === 503 ? 1 : undefined);
  const message = `The sandbox was told to answer ${status.status}. Nothing was done and nothing is charged.`;
  throw new AskedForError(code, message, {
    ...(retryAfterInSeconds !== undefined && { retryAfterInSeconds }),
  });
}

function logRequest(request: FastifyRequest, reply: FastifyReply, handling: Handling, log: RequestLog): void {
  const { end } = log.begin({
    requestId: request.id,
    method: request.method,
    path: request.url,
    operation: request.routeOptions.config.operationId ?? null,
  });
  reply.raw.once("close", () => {
    const charged = reply.getHeader(headerNames.creditsCharged);
    end({
      status: reply.raw.headersSent && !handling.find("cut_connection") ? reply.raw.statusCode : null,
      elapsedInMs: Math.round(reply.elapsedTime),
      creditsCharged: charged === undefined ? null : Number(charged),
      note: handling.note,
    });
  });
}
