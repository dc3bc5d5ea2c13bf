import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll } from "../analysis/ast.ts";
import { isAuthorised } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import type { Program } from "../analysis/program.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "salt-without-caller",
  title: "Front-running: anyone can deploy to the same address first",
  severity: "medium",
  confidence: "medium",
  category: "front_running",
  swc: "SWC-114",
  recommendation: "Include `msg.sender`, or everything that the deployment depends on, in the salt.",
};

/** Finds CREATE2 deployments whose salt does not depend on the caller. */
export function detectDeterministicAddresses(analysis: Analysis): Detection[] {
  const { program } = analysis;
  return entryTraces(analysis).flatMap((trace) => {
    const inside = new Set([trace.entry, ...internalCalls(program, trace.entry)]);
    const salt = [...inside].flatMap((body) => saltsIn(program, body))[0];
    if (!salt || !isChosen(program, salt)) return [];
    if (trace.events.some((event) => isAuthorised(program, trace, event))) return [];
    return [
      {
        rule,
        nodes: [],
        heads: [trace.entry],
        subject: nameOf(program, trace.entry),
        explanation: `${nameOf(program, trace.entry)} deploys to an address that depends on \`${salt.name}\`, and the caller is no part of it. Someone who copies the pending transaction deploys first, with settings of their own.`,
      },
    ];
  });
}

function internalCalls(program: Program, entry: AstNode): AstNode[] {
  const found = new Set<AstNode>();
  const waiting = [entry];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    for (const call of findAll(node.body, ({ nodeType }) => nodeType === "FunctionCall")) {
      const { declaration } = program.calledFunction(call);
      if (!declaration || found.has(declaration) || !program.isOwn(declaration)) continue;
      found.add(declaration);
      waiting.push(declaration);
    }
  }
  return [...found];
}

/** The variables that a function uses as a salt: in assembly, in `new X{salt: s}`, or for a library or system contract. */
function saltsIn(program: Program, body: AstNode): AstNode[] {
  const assembly = findAll(body.body, ({ nodeType }) => nodeType === "InlineAssembly")
    .filter((node) => /\bcreate2\s*\(/.test(program.textOf(node)))
    .flatMap(({ externalReferences }) => externalReferences ?? [])
    .flatMap(
      (reference) => program.byId.get((reference as { declaration?: number }).declaration ?? -1) ?? [],
    );
  const options = findAll(
    body.body,
    ({ nodeType, names }) => nodeType === "FunctionCallOptions" && names?.includes("salt") === true,
  ).flatMap(({ names, options: values }) => values?.[names?.indexOf("salt") ?? 0] ?? []);
  const libraries = findAll(body.body, ({ nodeType }) => nodeType === "FunctionCall").filter(
    (call) =>
      findAll(call, ({ memberName }) => /^create2|Deterministic$|^deploy3$/.test(memberName ?? "")).length >
      0,
  );
  const named = [...options, ...libraries]
    .flatMap((node) => findAll(node, ({ nodeType }) => nodeType === "Identifier"))
    .flatMap((node) => program.declarationOf(node) ?? []);
  return [...assembly, ...named].filter(
    ({ name, nodeType }) => nodeType === "VariableDeclaration" && /salt/i.test(name ?? ""),
  );
}

/** Whether callers choose the salt, and nothing of it comes from `msg.sender`. */
function isChosen(program: Program, salt: AstNode): boolean {
  const values = [...program.assignedTo(salt), ...program.argumentsGivenTo(salt)];
  const origins = values.map((value) => originsOf(program, value));
  const isParameter =
    program.functionOf(salt)?.visibility === "external" || program.functionOf(salt)?.visibility === "public";
  return (
    (isParameter && values.length === 0) ||
    (origins.some(({ parameters }) => parameters.size > 0) && !origins.some((found) => found.has("sender")))
  );
}
