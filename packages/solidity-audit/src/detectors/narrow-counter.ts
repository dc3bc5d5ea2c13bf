import type { Analysis } from "../analysis/analysis.ts";
import { type AstNode, findAll, typeOf } from "../analysis/ast.ts";
import { isConstructor, type Program } from "../analysis/program.ts";
import { storagePath } from "../analysis/storage.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const loopCounter: Rule = {
  id: "narrow-counter",
  title: "Loop counter overflow: its type is too small",
  severity: "medium",
  confidence: "medium",
  category: "arithmetic",
  swc: "SWC-101",
  recommendation: "Declare the counter as `uint256`.",
};

const storedCounter: Rule = {
  ...loopCounter,
  id: "narrow-stored-counter",
  title: "Counter overflow: its type is too small",
};

/** Finds counters with so few bits that counting overflows them. */
export function detectNarrowCounters({ program, contracts }: Analysis): Detection[] {
  if (program.minorVersion >= 8) return [];
  const declarations = new Set(contracts.flatMap(({ contract }) => contract.functions));
  return [...declarations]
    .filter((declaration) => !isConstructor(declaration))
    .flatMap((declaration) => [
      ...detectLoopCounters(program, declaration),
      ...detectStoredCounters(program, declaration),
    ]);
}

/** `for (var i = 0; i < list.length; i++)`: `i` is a uint8 and never exceeds 255. */
function detectLoopCounters(program: Program, declaration: AstNode): Detection[] {
  return findAll(declaration.body, ({ nodeType }) => nodeType === "ForStatement").flatMap(({ condition }) => {
    const { leftExpression: left, rightExpression: right } = condition ?? {};
    if (!condition || !right || bitsOf(left) > 32 || typeOf(right) !== "uint256") return [];
    return [
      {
        rule: loopCounter,
        nodes: [condition],
        subject: nameOf(program, declaration),
        explanation: `The counter in \`${program.textOf(condition)}\` has ${bitsOf(left)} bits. If the bound is larger than its maximum, it overflows to zero and the loop never ends.`,
      },
    ];
  });
}

/** `votes[candidate] += 1` on 8 or 16 bits: callers can overflow it, and the function does not check the limit. */
function detectStoredCounters(program: Program, declaration: AstNode): Detection[] {
  const steps = findAll(declaration.body, ({ operator }) => operator === "++" || operator === "+=").filter(
    (node) => {
      const target = node.leftHandSide ?? node.subExpression;
      if (!target || bitsOf(target) > 16 || !storagePath(program, target)) return false;
      const text = program.textOf(target);
      return !findAll(declaration.body, isComparison).some((comparison) =>
        program.textOf(comparison).includes(text),
      );
    },
  );
  const [first] = steps;
  if (!first) return [];
  return [
    {
      rule: storedCounter,
      nodes: steps.map((node) => program.statementOf(node)),
      subject: nameOf(program, declaration),
      explanation: `\`${program.textOf(first)}\` counts in ${bitsOf(first.leftHandSide ?? first.subExpression)} bits and restarts at zero without an error.`,
    },
  ];
}

function bitsOf(node: AstNode | undefined): number {
  return Number(/^uint(\d+)$/.exec(typeOf(node))?.[1] ?? 256);
}

function isComparison({ operator }: AstNode): boolean {
  return /^([<>]=?|[!=]=)$/.test(operator ?? "");
}
