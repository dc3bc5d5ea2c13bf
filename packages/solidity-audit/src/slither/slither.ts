/** The input of Slither: a compilation exactly as solc wrote it. */
export interface SlitherRequest {
  solcVersion: string;
  solcLongVersion: string;
  /** solc's standard JSON input. Its files are written next to the output, because Slither reads them. */
  input: { sources: Record<string, { content: string }> };
  outputText: string;
  /** Slither's names of the checks to run. Default: all. */
  checks?: readonly string[];
  signal: AbortSignal;
}

/** Only `done` means that the code was analysed. */
export type SlitherOutcome =
  | { status: "done"; outputText: string }
  | { status: "absent" }
  | { status: "failed"; reason: string };

export interface Slither {
  analyse(request: SlitherRequest): Promise<SlitherOutcome>;
}

/** Used if Slither is not installed. */
export const absentSlither: Slither = { analyse: async () => ({ status: "absent" }) };
