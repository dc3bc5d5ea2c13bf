import type { ErrorCode } from "@mintwright/api-contract";

/** What an error may carry beyond its code and its sentence. */
export interface AppErrorOptions {
  cause?: unknown;
  details?: unknown;
  retryAfterInSeconds?: number;
}

/** An error that a caller may see: a stable code and a sentence that says what to do next. */
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

/** An error that somebody asked for, to see what their own code does with it: nothing for a log. */
export class AskedForError extends AppError {}

/** A part that this process needs (the database above all) does not answer. */
export class ServiceUnavailableError extends AppError {
  constructor(message: string, options: AppErrorOptions = {}) {
    super("service_unavailable", message, { retryAfterInSeconds: 2, ...options });
  }
}
