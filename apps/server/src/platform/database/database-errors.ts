function sqlStateOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  // Every SQLSTATE has a digit; without one it is the code of a socket, such as EPIPE.
  return typeof code === "string" && /^(?=\D*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** The server is down, starting, stopping, out of resources, or a read-only standby. */
const serverStates = /^(08|53|57|58|25006$|25P03$)/;
const conflictStates = new Set(["40001", "40P01"]);

/** True when a statement failed because its lock_timeout passed. */
export function isLockTimeout(error: unknown): boolean {
  return sqlStateOf(error) === "55P03";
}

/** True when the server refused to write: it is a standby, or its transactions are read-only by default. */
export function isReadOnlyServer(error: unknown): boolean {
  return sqlStateOf(error) === "25006";
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

/** What the driver says when a connection is lost or cannot be opened. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|the commit was not confirmed)/;

/**
 * True when an error can only mean that the database is away: unlike isLostConnection, for errors of any origin. The
 * statement may have been committed.
 */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state) return serverStates.test(state);
  const { code, syscall, message } = (error ?? {}) as Record<
    "code" | "syscall" | "message",
    string | undefined
  >;
  const isSocketError =
    code !== undefined && /^E[A-Z]+$/.test(code) && /^(connect|read|write)$/.test(syscall ?? "");
  return isSocketError || driverMessages.test(message ?? "");
}

/**
 * True when the same statement can succeed later: after a lost connection, a lock timeout or a conflict with another
 * transaction.
 */
export function isWorthRetrying(error: unknown): boolean {
  return isLostConnection(error) || isLockTimeout(error) || conflictStates.has(sqlStateOf(error) ?? "");
}
