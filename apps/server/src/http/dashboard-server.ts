import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Places } from "../features/limits/index.ts";
import type { AuditLog } from "../features/organisations/index.ts";
import type { SignInService } from "../features/sign-in/index.ts";
import { AppError } from "../platform/errors.ts";
import type { Logger } from "../platform/logging.ts";
import type { DashboardCaller, ServeDashboard } from "../serving/dashboard-context.ts";
import { RawAnswer, StreamAnswer, toRoutePath } from "../serving/operation-context.ts";
import { watchClient } from "./client-watch.ts";
import { assertAllowed, getRouteAccess } from "./member-access.ts";
import { createOpenStreams } from "./open-streams.ts";
import { findUnreadableText, parseInput } from "./request-input.ts";
import { sendFreeStream } from "./send-stream.ts";

export interface DashboardServerParts {
  signIn: SignInService;
  places: Places;
  audit: AuditLog;
  logger: Logger;
}

/** Forbids caching of session data and rejects cross-origin writes (CSRF). */
export function guardDashboardApi(app: FastifyInstance, publicUrl: string): void {
  const { origin } = new URL(publicUrl);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("cache-control", "no-store");
    reply.header("x-content-type-options", "nosniff");
    // Browsers send Origin with every request that changes something.
    if (request.method !== "GET" && request.headers.origin !== origin) {
      throw new AppError("forbidden", `Use the dashboard at ${origin}/dashboard.`);
    }
  });
  // The sign-in library validates its routes itself, without parseInput.
  app.addHook("preValidation", async (request) => {
    const error = findUnreadableText(request);
    if (error) throw error;
  });
}

/** Registers dashboard routes: checks session and role, validates the input, records the action, sends the answer. */
export function createDashboardServer(app: FastifyInstance, parts: DashboardServerParts): ServeDashboard {
  const openStreams = createOpenStreams(app);
  return (route, handle) => {
    const { name, permission } = getRouteAccess(route);
    app.route({
      method: route.method,
      url: toRoutePath(route.path),
      exposeHeadRoute: false,
      config: { operationId: `dashboard ${route.method} ${route.path}` },
      ...(route.maxBodyBytes && { bodyLimit: route.maxBodyBytes }),
      handler: async (request, reply) => {
        const caller = await authenticate(request, parts.signIn);
        assertAllowed(caller, permission);
        const { input, error } = parseInput(route, request);
        if (!input) throw error;
        const client = watchClient(reply);
        const answerHeaders: Record<string, string> = {};
        const auditDetails: Record<string, string> = {};
        const freePlace = route.occupies && (await parts.places.take(caller.accountId, route.occupies));
        try {
          const { params, body } = input;
          const address = request.ip;
          const action = await parts.audit.begin(caller, name, { params, body, address });
          const running = handle({
            input,
            caller,
            requestId: request.id,
            address,
            header: (name) => request.headers[name]?.toString(),
            get signal() {
              return client.signal;
            },
            answerHeaders,
            auditDetails,
          });
          const output = action ? await action.record(running, auditDetails) : await running;
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

/** Returns the signed-in caller, or throws `unauthorized`. */
export async function authenticate(request: FastifyRequest, signIn: SignInService): Promise<DashboardCaller> {
  const caller = await signIn.findCaller(request.headers.cookie);
  if (!caller) throw new AppError("unauthorized", "Sign in to continue.");
  return caller;
}

/** Serves routes whose body is a file. The body is read only after the session was checked, up to `maxBytes`. */
export function createUploadServer(
  app: FastifyInstance,
  parts: DashboardServerParts,
  maxBytes: number,
): ServeDashboard {
  app.addHook("onRequest", async (request) => {
    assertAllowed(await authenticate(request, parts.signIn), "create");
  });
  const options = { parseAs: "buffer", bodyLimit: maxBytes } as const;
  app.addContentTypeParser(/^image\//, options, (_request, body, done) => done(null, body));
  return createDashboardServer(app, parts);
}
