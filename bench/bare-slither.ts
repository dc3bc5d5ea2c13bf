import type { Slither } from "@mintwright/solidity-audit";
import type { SolidityCompiler } from "@mintwright/solidity-compiler";

/** Slither's checks by the class of DASP that each is about; the others are about none. */
const categoryByCheck: Record<string, string> = {
  "reentrancy-eth": "reentrancy",
  "reentrancy-no-eth": "reentrancy",
  "reentrancy-benign": "reentrancy",
  "reentrancy-events": "reentrancy",
  "reentrancy-balance": "reentrancy",
  "reentrancy-unlimited-gas": "reentrancy",
  "arbitrary-send-eth": "access_control",
  "arbitrary-send-erc20": "access_control",
  suicidal: "access_control",
  "controlled-delegatecall": "access_control",
  "controlled-array-length": "access_control",
  "tx-origin": "access_control",
  "unprotected-upgrade": "access_control",
  "unchecked-lowlevel": "unchecked_low_level_calls",
  "unchecked-send": "unchecked_low_level_calls",
  "unused-return": "unchecked_low_level_calls",
  timestamp: "time_manipulation",
  "weak-prng": "bad_randomness",
  "calls-loop": "denial_of_service",
  "costly-loop": "denial_of_service",
  "locked-ether": "denial_of_service",
  "divide-before-multiply": "arithmetic",
  "incorrect-exp": "arithmetic",
  "incorrect-shift": "arithmetic",
  tautology: "arithmetic",
  "uninitialized-storage": "other",
  "uninitialized-state": "other",
  "uninitialized-local": "other",
  "shadowing-state": "other",
};

interface Alert {
  category: string;
  lines: number[];
}

/** Compiles a file with the same solc and runs Slither as it comes; undefined when it did not get through. */
export async function runBareSlither(
  { compiler, slither }: { compiler: SolidityCompiler; slither: Slither },
  sources: Record<string, string>,
): Promise<Alert[] | undefined> {
  const { signal } = new AbortController();
  const compilation = await compiler.compile({ sources, outputs: "analyse", signal });
  if (compilation.errors.length > 0) return undefined;
  const { version, longVersion, input, outputText } = compilation;
  const outcome = await slither.analyse({
    solcVersion: version,
    solcLongVersion: longVersion,
    input,
    outputText,
    signal,
  });
  if (outcome.status !== "done") return undefined;
  const { results } = JSON.parse(outcome.outputText) as {
    results: {
      detectors?: { check: string; elements: { type: string; source_mapping: { lines: number[] } }[] }[];
    };
  };
  return (results.detectors ?? []).flatMap(({ check, elements }) => {
    const category = categoryByCheck[check];
    const statements = elements.filter(({ type }) => type === "node");
    const lines = [...new Set(statements.flatMap(({ source_mapping }) => source_mapping.lines))];
    return category ? [{ category, lines }] : [];
  });
}
