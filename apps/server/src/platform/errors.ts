import type { ErrorCode } from "@mintwright/api-contract";

export interface AppErrorOptions {
  cause?: unknown;
  details?: unknown;
  retryAfterInSeconds?: number;
}

/** An error that is safe to show to callers: a stable code and a message that says what to do. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  readonly retryAfterInSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.details = options.details;
    this.retryAfterInSeconds = options.retryAfterInSeconds;
  }
}

/** An error that the caller requested, to test its own error handling. It is not logged. */
export class AskedForError extends AppError {}

/** A dependency of this process, such as the database, is not reachable. */
export class ServiceUnavailableError extends AppError {
  constructor(message: string, options: AppErrorOptions = {}) {
    super("service_unavailable", message, { retryAfterInSeconds: 2, ...options });
  }
}
