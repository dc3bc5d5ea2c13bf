import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RequestKey } from "../features/admission/index.ts";
import type { RecordedAction } from "../features/organisations/index.ts";
import type { DashboardCaller } from "../serving/dashboard-context.ts";
import { authenticate, type DashboardServerParts } from "./dashboard-server.ts";
import { assertAllowed, getOperationPermission } from "./member-access.ts";

/**
 * Prepares a part of the dashboard's API for public operations: checks session and role, and records audited actions. The
 * returned function reads the key of a request, which is the member's own.
 */
export function createMemberKeyReader(
  app: FastifyInstance,
  { signIn, audit }: Pick<DashboardServerParts, "signIn" | "audit">,
  findKeyId: (caller: DashboardCaller) => Promise<string>,
): (request: FastifyRequest) => Promise<RequestKey> {
  const actions = new WeakMap<FastifyRequest, RecordedAction>();
  app.addHook("onSend", async (request, reply) => {
    const action = actions.get(request);
    if (reply.statusCode < 400) await action?.confirm();
    else if (reply.statusCode < 500) await action?.cancel();
  });
  return async (request) => {
    const caller = await authenticate(request, signIn);
    const operationId = request.routeOptions.config.operationId ?? "";
    assertAllowed(caller, getOperationPermission(operationId));
    const keyId = await findKeyId(caller);
    const { params, body, ip: address } = request;
    const action = await audit.begin(caller, operationId, { params, body, address });
    if (action) actions.set(request, action);
    return { dashboardKeyId: keyId };
  };
}
