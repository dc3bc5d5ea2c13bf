/**
 * `impossible`: no contract can do what the request asks for. `unknown_kind`: the request names no kind that has a
 * template. `not_compiled`: the contract of a template does not compile. `not_written`: the model wrote no contract.
 * `not_accepted`: the model's contract does not compile or did not pass the review.
 */
export type GenerationFailure =
  | "impossible"
  | "unknown_kind"
  | "not_compiled"
  | "not_written"
  | "not_accepted";

export class GenerationError extends Error {
  override readonly name = "GenerationError";
  readonly reason: GenerationFailure;
  /** The messages of the compiler or the review about the last attempt. */
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
