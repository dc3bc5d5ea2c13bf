/**
 * Why there is no contract: `impossible`, the request asks for what no contract can have; `unknown_kind`, it names no kind
 * that has a template; `not_compiled`, a template's contract does not compile; `not_written`, the model wrote no contract;
 * `not_accepted`, what it wrote does not compile or does not pass the review.
 */
export type GenerationFailure =
  | "impossible"
  | "unknown_kind"
  | "not_compiled"
  | "not_written"
  | "not_accepted";

/** No contract could be made for a request. */
export class GenerationError extends Error {
  override readonly name = "GenerationError";
  readonly reason: GenerationFailure;
  /** What the compiler or the review says of the last attempt. */
  readonly problems: readonly string[];

  constructor(
    reason: GenerationFailure,
    message: string,
    { cause, problems = [] }: { cause?: unknown; problems?: readonly string[] } = {},
  ) {
    super(message, { cause });
    this.reason = reason;
    this.problems = problems;
  }
}
