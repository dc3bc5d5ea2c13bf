import type { CompilerMessage } from "@mintwright/solidity-compiler";
import type { CompiledSource, CompileSource } from "./compile-source.ts";
import type { ContractModel } from "./contract-model.ts";
import type { Requirement } from "./coverage.ts";
import { GenerationError } from "./generation-error.ts";

const maxAttempts = 4;
const maxMessages = 8;

/** Looks for high-severity findings in a compiled contract. Returns one sentence for each. */
export type ReviewContract = (source: string, signal: AbortSignal) => Promise<string[]>;

export interface ModelWriting {
  model: ContractModel;
  compile: CompileSource;
  review?: ReviewContract | undefined;
}

/**
 * Lets a model write a contract that no template covers. The code is compiled and reviewed, and problems are sent back
 * to the model a limited number of times. If problems remain, the contract is rejected.
 */
export async function writeWithModel(
  { model, compile, review }: ModelWriting,
  question: string,
  earlierSource: string | undefined,
  signal: AbortSignal,
): Promise<CompiledSource> {
  const request = earlierSource
    ? `Change this contract.\n\n${earlierSource}\n\nThe change: ${question}`
    : question;
  const conversation: { role: "user" | "assistant"; content: string }[] = [
    { role: "user", content: request },
  ];
  let problems: string[] = [];
  let hasWritten = false;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const source = extractSolidity(await model.write(conversation, signal));
    if (source === undefined) problems = ["The answer has no Solidity contract in it."];
    else {
      hasWritten = true;
      const compiled = await compile(source, undefined, signal);
      problems = "problems" in compiled ? compiled.problems.slice(0, maxMessages).map(describe) : [];
      if ("contract" in compiled) {
        problems = (await review?.(source, signal)) ?? [];
        if (problems.length === 0)
          return { source, contract: { ...compiled.contract, coverage: [describeTrust(question)] } };
      }
      conversation.splice(1, Infinity, { role: "assistant", content: source });
    }
    conversation.push({
      role: "user",
      content: `Fix this and answer with the whole file:\n${problems.join("\n")}`,
    });
  }
  if (!hasWritten)
    throw new GenerationError(
      "not_written",
      "The model wrote no contract for this request. Say what kind of contract it is and what it does.",
    );
  throw new GenerationError(
    "not_accepted",
    "No contract that compiles and passes the review could be generated for this request.",
    { problems },
  );
}

/** A model's contract is not compared with the request word by word, and the answer says so. */
function describeTrust(question: string): Requirement {
  return {
    requirement: question.slice(0, 200),
    status: "assumed",
    note: "A model wrote this contract. It compiles and has no finding of high severity; whether it does everything that was asked for was not checked, and no tests were run.",
  };
}

function describe({
  formattedMessage,
  message,
}: Pick<CompilerMessage, "formattedMessage" | "message">): string {
  return (formattedMessage ?? message).trim();
}

/** Extracts the Solidity from a model's answer, fenced or not. */
export function extractSolidity(text: string): string | undefined {
  const fenced = /```(?:solidity|sol)?[ \t]*\r?\n([\s\S]*?)(?:```|$)/.exec(text)?.[1] ?? text;
  const start = fenced.search(
    /^[ \t]*(?:\/\/ SPDX|pragma solidity|import |(?:abstract )?contract |library |interface )/m,
  );
  if (start === -1) return undefined;
  const source = fenced.slice(start, fenced.lastIndexOf("}") + 1).trim();
  if (!/\bcontract\s+\w+/.test(source)) return undefined;
  return `${source.startsWith("// SPDX") ? "" : "// SPDX-License-Identifier: MIT\n"}${source}\n`;
}
