import { createOperations, type Operation } from "@mintwright/api-contract";
import {
  type DashboardRoute,
  dashboardOperationsPath,
  dashboardRoutes,
} from "@mintwright/api-contract/dashboard";
import { z } from "zod";

/** A request that the contract declares for callers with an account. */
export interface DeclaredRequest {
  /** The name of the operation or the route, such as `mintNft`. */
  name: string;
  /** Whether a key or a session opens it. */
  door: "key" | "session";
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  /** Inputs that name something, by where they are. */
  ids: { path: string[]; query: string[]; body: string[] };
  query: string[];
  hasBody: boolean;
  isForOperators: boolean;
  /** The response goes on until the caller leaves. */
  isStream: boolean;
}

type Declaration = Pick<DashboardRoute, "method" | "path" | "role" | "query" | "body" | "occupies">;

/** Lists every keyed operation at both of its doors and every route of the dashboard. */
export function listDeclaredRequests(): DeclaredRequest[] {
  const operations = Object.values(createOperations() as Record<string, Operation>).filter(
    ({ auth }) => auth === "key",
  );
  return [
    ...operations.map((operation) => describeRequest(operation.id, "key", operation)),
    ...operations.map((operation) => {
      const path = `${dashboardOperationsPath}${operation.path}`;
      return describeRequest(operation.id, "session", { ...operation, path });
    }),
    ...Object.entries<DashboardRoute>(dashboardRoutes).map(([name, route]) =>
      describeRequest(name, "session", route),
    ),
  ];
}

/** Describes one declaration. */
export function describeRequest(
  name: string,
  door: DeclaredRequest["door"],
  { method, path, role, query, body, occupies }: Declaration,
): DeclaredRequest {
  const queryNames = listNames(query);
  return {
    name,
    door,
    method,
    path,
    ids: {
      path: [...path.matchAll(/\{(\w+)\}/g)].map(([, input]) => String(input)),
      query: queryNames.filter(isId),
      body: listNames(body).filter(isId),
    },
    query: queryNames,
    hasBody: body !== undefined,
    isForOperators: role === "operator",
    isStream: occupies === "streams",
  };
}

const isId = (name: string) => /(?:^id|Id)s?$|^cursor$/.test(name);

/** The names of every field of a schema, at any depth. */
function listNames(schema: z.ZodType | undefined): string[] {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      if (key === "properties") for (const name of Object.keys(part)) names.add(name);
      visit(part);
    }
  };
  if (schema) visit(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  return [...names];
}
