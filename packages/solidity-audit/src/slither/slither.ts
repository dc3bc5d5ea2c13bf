/** What Slither is given: a compilation exactly as solc wrote it. */
export interface SlitherRequest {
  solcVersion: string;
  solcLongVersion: string;
  /** solc's standard JSON input; its files are written beside the output, because Slither reads them. */
  input: { sources: Record<string, { content: string }> };
  outputText: string;
  /** Slither's names of the checks to run; without it, all that it has. */
  checks?: readonly string[];
  signal: AbortSignal;
}

/** What came of it. Only `done` says that the code was looked at. */
export type SlitherOutcome =
  | { status: "done"; outputText: string }
  | { status: "absent" }
  | { status: "failed"; reason: string };

/** A static analyser beside our own detectors. */
export interface Slither {
  analyse(request: SlitherRequest): Promise<SlitherOutcome>;
}

/** What one run may take. */
export interface SlitherBounds {
  timeoutInMs: number;
  memoryInMb: number;
  maxOutputBytes: number;
  /** Do not run it at all where its network cannot be cut off (false). */
  requiresIsolation?: boolean;
}

/** Stands in where Slither is not installed. */
export const absentSlither: Slither = { analyse: async () => ({ status: "absent" }) };
