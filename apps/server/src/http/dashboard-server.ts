import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Places } from "../features/limits/index.ts";
import type { SignInService } from "../features/sign-in/index.ts";
import { AppError } from "../platform/errors.ts";
import type { Logger } from "../platform/logging.ts";
import type { DashboardCaller, ServeDashboard } from "../serving/dashboard-context.ts";
import { RawAnswer, StreamAnswer } from "../serving/operation-context.ts";
import { watchClient } from "./client-watch.ts";
import { createOpenStreams } from "./open-streams.ts";
import { findUnreadableText, parseInput, toRoutePath } from "./request-input.ts";
import { sendFreeStream } from "./send-stream.ts";

// Whoever may not use a route need not learn that it exists.
const noSuchRoute = "There is no such route of the dashboard.";

/** What serving the dashboard's API needs. */
export interface DashboardServerParts {
  signIn: SignInService;
  places: Places;
  logger: Logger;
}

/** Nothing of a session may be kept by a cache, and nothing but our own page may change anything. */
export function guardDashboardApi(app: FastifyInstance, publicUrl: string): void {
  const { origin } = new URL(publicUrl);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("cache-control", "no-store");
    reply.header("x-content-type-options", "nosniff");
    // Browsers name the origin with every request that changes something; what names none is no page of ours.
    if (request.method !== "GET" && request.headers.origin !== origin) {
      throw new AppError("forbidden", `Use the dashboard at ${origin}/dashboard.`);
    }
  });
  // The sign-in library has schemas of its own: its routes do not come through parseInput.
  app.addHook("preValidation", async (request) => {
    const error = findUnreadableText(request);
    if (error) throw error;
  });
}

/** Creates the one way in which routes of the dashboard are served: session, validation, answer. */
export function createDashboardServer(app: FastifyInstance, parts: DashboardServerParts): ServeDashboard {
  const openStreams = createOpenStreams(app);
  return (route, handle) => {
    app.route({
      method: route.method,
      url: toRoutePath(route.path),
      exposeHeadRoute: false,
      config: { operationId: `dashboard ${route.method} ${route.path}` },
      handler: async (request, reply) => {
        const caller = await authenticate(request, parts.signIn);
        if (route.role && caller.role !== route.role) throw new AppError("not_found", noSuchRoute);
        const { input, error } = parseInput(route, request);
        if (!input) throw error;
        const client = watchClient(reply);
        const answerHeaders: Record<string, string> = {};
        const freePlace = route.occupies && (await parts.places.take(caller.accountId, route.occupies));
        try {
          const output = await handle({
            input,
            caller,
            requestId: request.id,
            address: request.ip,
            header: (name) => request.headers[name]?.toString(),
            get signal() {
              return client.signal;
            },
            answerHeaders,
          });
          reply.headers(answerHeaders);
          if (output instanceof StreamAnswer) {
            return await sendFreeStream(reply, output, { client, openStreams, logger: parts.logger });
          }
          if (output instanceof RawAnswer) return reply.type(output.contentType).send(output.body);
          return reply.send(output);
        } finally {
          freePlace?.();
        }
      },
    });
  };
}

/** Says who is signed in, and refuses a request of nobody. */
export async function authenticate(request: FastifyRequest, signIn: SignInService): Promise<DashboardCaller> {
  const caller = await signIn.findCaller(request.headers.cookie);
  if (!caller) throw new AppError("unauthorized", "Sign in to continue.");
  return caller;
}

/** Serves routes that take a file as their body: read only of somebody who is signed in, and up to a size. */
export function createUploadServer(
  app: FastifyInstance,
  parts: DashboardServerParts,
  maxBytes: number,
): ServeDashboard {
  app.addHook("onRequest", async (request) => {
    await authenticate(request, parts.signIn);
  });
  const options = { parseAs: "buffer", bodyLimit: maxBytes } as const;
  app.addContentTypeParser(/^image\//, options, (_request, body, done) => done(null, body));
  return createDashboardServer(app, parts);
}
