import { dashboardRoutes } from "@mintwright/api-contract/dashboard";
import {
  isAllowed,
  operationPermissions,
  type Permission,
  routePermissions,
} from "@mintwright/api-contract/dashboard-permissions";
import { AppError } from "../platform/errors.ts";
import type { DashboardCaller } from "../serving/dashboard-context.ts";

// Also returned to users without the operator role, so that they do not learn which routes exist.
const noSuchRoute = "This dashboard route does not exist. Reload the page.";

const namesByRoute = new Map(
  Object.entries(dashboardRoutes).map(([name, { method, path }]) => [
    `${method} ${path}`,
    name as keyof typeof routePermissions,
  ]),
);

/** Finds the name and the permission of a dashboard route. Throws for a route without one, so that none is served. */
export function getRouteAccess(route: { method: string; path: string }) {
  const name = namesByRoute.get(`${route.method} ${route.path}`);
  const permission = name && routePermissions[name];
  if (!name || !permission) throw new Error(`${route.method} ${route.path} has no permission`);
  return { name, permission };
}

export function getOperationPermission(operationId: string): Permission {
  const permission = (operationPermissions as Partial<Record<string, Permission>>)[operationId];
  if (!permission) throw new Error(`operation ${operationId} has no permission`);
  return permission;
}

/** Throws unless the caller's role has the permission. */
export function assertAllowed({ role, isOperator }: DashboardCaller, permission: Permission): void {
  if (permission === "operate") {
    if (!isOperator) throw new AppError("not_found", noSuchRoute);
    return;
  }
  if (!isAllowed(role, permission))
    throw new AppError(
      "forbidden",
      `Your role in this organisation is ${role}, which does not allow this. Ask an owner or admin for another role.`,
      { details: { role } },
    );
}
