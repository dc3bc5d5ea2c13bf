function sqlStateOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** The server is down, starting, stopping, out of resources, or a read-only standby. */
const serverStates = /^(08|53|57|58|25006$|25P03$)/;
const conflictStates = new Set(["40001", "40P01"]);

/** True when a statement failed because its lock_timeout passed. */
export function isLockTimeout(error: unknown): boolean {
  return sqlStateOf(error) === "55P03";
}

/**
 * True when a statement failed because of the connection or the server, not because of its input. It may have been
 * committed. Errors without a SQLSTATE come from the driver or the socket.
 */
export function isLostConnection(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state) return serverStates.test(state);
  return error instanceof Error && !(error instanceof TypeError) && !(error instanceof RangeError);
}

/**
 * True when the same statement can succeed later: after a lost connection, a lock timeout or a conflict with another
 * transaction.
 */
export function isWorthRetrying(error: unknown): boolean {
  return isLostConnection(error) || isLockTimeout(error) || conflictStates.has(sqlStateOf(error) ?? "");
}
