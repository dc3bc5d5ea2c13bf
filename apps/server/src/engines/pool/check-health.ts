import type { ServerPlaces } from "./server-places.ts";

/** A server that can be checked alone. */
export interface CheckedServer {
  server: string;
  checkHealth(signal: AbortSignal): Promise<void>;
}

interface Checkable {
  engine: { checkHealth(signal: AbortSignal): Promise<void> };
  places: Pick<ServerPlaces, "server">;
}

export function listCheckedServers(servers: readonly Checkable[]): CheckedServer[] {
  return servers.map(({ engine, places }) => ({
    server: places.server,
    checkHealth: (signal) => engine.checkHealth(signal),
  }));
}

/** Resolves when at least one server answers; otherwise rejects with the first server's error. */
export async function checkAnyHealth(servers: readonly Checkable[], signal: AbortSignal): Promise<void> {
  await Promise.any(servers.map(({ engine }) => engine.checkHealth(signal))).catch(
    (error: AggregateError) => {
      throw error.errors[0];
    },
  );
}
