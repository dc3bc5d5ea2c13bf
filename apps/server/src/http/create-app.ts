import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { headerNames, protocolLimits } from "@mintwright/api-contract";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from "fastify";
import { AppError } from "../platform/errors.ts";
import type { Logger } from "../platform/logging.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";
import type { Tracing } from "../platform/telemetry/tracing.ts";
import { answerClientError } from "./client-errors.ts";
import { createErrorRenderer } from "./render-error.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    operationId?: string;
  }
}

const saneRequestId = new RegExp(`^[A-Za-z0-9._:/=+-]{1,${protocolLimits.requestIdCharacters}}$`);

export interface HttpLimits {
  maxBodyBytes: number;
  requestTimeoutInMs: number;
}

export interface AppOptions {
  logger: Logger;
  metrics: Metrics;
  limits: HttpLimits;
  tls?: { cert: Buffer; key: Buffer } | undefined;
  /** Addresses of proxies whose forwarding headers are trusted. */
  trustedProxies: string[];
  tracing?: Tracing | undefined;
  /** Once aborted, every answer closes its connection, so that clients reconnect to another process. */
  draining?: AbortSignal | undefined;
}

function chooseRequestId(request: IncomingMessage): string {
  const given = request.headers[headerNames.requestId];
  return typeof given === "string" && saneRequestId.test(given) ? given : randomUUID();
}

/** Creates the HTTP application without routes: request ids, limits, error rendering and metrics. */
export function createApp(options: AppOptions): FastifyInstance {
  const { logger, metrics, limits } = options;
  const renderError = createErrorRenderer(logger);
  const serverOptions = {
    headersTimeout: Math.min(10_000, limits.requestTimeoutInMs),
    maxHeaderSize: 16_384,
    // By default Node checks for slow clients only every 30 seconds, whatever the timeouts say.
    connectionsCheckingInterval: Math.min(1_000, limits.requestTimeoutInMs),
  };
  const app = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Creating a child logger per request costs more than all our own work on a free call.
    childLoggerFactory: (parent) => parent,
    genReqId: chooseRequestId,
    bodyLimit: limits.maxBodyBytes,
    requestTimeout: limits.requestTimeoutInMs,
    keepAliveTimeout: 72_000,
    http: serverOptions,
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      reply.header(headerNames.requestId, request.id);
      renderError(error, request, reply as never);
    },
    return503OnClosing: false,
    ...(options.tls && { https: { ...serverOptions, ...options.tls } }),
  }) as FastifyInstance;

  app.removeContentTypeParser("text/plain");
  app.setErrorHandler(renderError);
  app.setNotFoundHandler((request) => {
    throw new AppError(
      "not_found",
      `There is no route ${request.method} ${request.url.split("?", 1)[0]}. See /docs for the API reference.`,
    );
  });

  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  const announceClose = (reply: FastifyReply) => {
    if (isClosing || options.draining?.aborted) reply.header("connection", "close");
  };
  app.addHook("onRequest", (request, reply, done) => {
    reply.header(headerNames.requestId, request.id);
    // Streams do not reach onSend.
    announceClose(reply);
    done();
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    announceClose(reply);
    done();
  });
  app.addHook("onResponse", createResponseObserver(metrics, logger));
  if (options.tracing) app.register(options.tracing.fastifyPlugin);
  return app;
}

function createResponseObserver({ httpRequests }: Metrics, logger: Logger) {
  const observers = new Map<string, ReturnType<typeof httpRequests.labels>>();
  return (
    request: { id: string; method: string; routeOptions: { config: { operationId?: string } } },
    reply: { statusCode: number; elapsedTime: number },
    done: () => void,
  ) => {
    const operation = request.routeOptions.config.operationId ?? "other";
    const status = reply.statusCode;
    const label = `${operation} ${status}`;
    let observer = observers.get(label);
    if (!observer) {
      observer = httpRequests.labels(operation, String(status));
      observers.set(label, observer);
    }
    observer.observe(reply.elapsedTime / 1000);
    logger.debug(
      { requestId: request.id, operation, status, elapsedInMs: reply.elapsedTime },
      "request answered",
    );
    done();
  };
}
