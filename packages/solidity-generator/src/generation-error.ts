/**
 * `impossible`: no contract can do what the request asks for. `not_covered`: what the request is about has no template,
 * or should not be written from one. `not_compiled`: the contract of a template does not compile. `not_written`: the model wrote no contract.
 * `not_accepted`: the model's contract does not compile, or did not pass its tests or the review.
 */
export type GenerationFailure =
  | "impossible"
  | "not_covered"
  | "not_compiled"
  | "not_written"
  | "not_accepted";

export class GenerationError extends Error {
  override readonly name = "GenerationError";
  readonly reason: GenerationFailure;
  /** The messages of the compiler or the review about the last attempt. */
  readonly problems: readonly string[];
  /** For `not_covered`: the words of the request that no template covers. */
  readonly notCovered: readonly string[];

  constructor(
    reason: GenerationFailure,
    message: string,
    {
      cause,
      problems = [],
      notCovered = [],
    }: { cause?: unknown; problems?: readonly string[]; notCovered?: readonly string[] } = {},
  ) {
    super(message, { cause });
    this.reason = reason;
    this.problems = problems;
    this.notCovered = notCovered;
  }
}
