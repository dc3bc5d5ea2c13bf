import type { Analysis } from "../analysis/analysis.ts";
import { type AstNode, findAll, stripConversions, typeOf } from "../analysis/ast.ts";
import type { Program } from "../analysis/program.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "divide-before-multiply",
  title: "Loss of precision: division before multiplication",
  severity: "low",
  confidence: "medium",
  category: "arithmetic",
  swc: null,
  recommendation: "Multiply first and divide last.",
};

/** Finds products whose factor was divided, and so rounded, before. */
export function detectDivisionFirst({ program, contracts }: Analysis): Detection[] {
  const declarations = new Set(contracts.flatMap(({ contract }) => contract.functions));
  return [...declarations].flatMap((declaration) =>
    findAll(
      declaration.body,
      ({ nodeType, operator }) => nodeType === "BinaryOperation" && operator === "*",
    ).flatMap((product) => detectProduct(program, declaration, product)),
  );
}

function detectProduct(program: Program, declaration: AstNode, product: AstNode): Detection[] {
  const { leftExpression: left, rightExpression: right } = product;
  if (!left || !right || !/^u?int/.test(typeOf(product))) return [];
  for (const [factor, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const division = divisionBehind(program, factor);
    const divisor = division?.rightExpression;
    // `a / step * step` rounds on purpose, and a product of constants is computed exactly.
    if (!division || !divisor || isSame(program, divisor, other) || isConstant(program, other)) continue;
    return [
      {
        rule,
        nodes: [program.statementOf(product), program.statementOf(division)],
        subject: nameOf(program, declaration),
        explanation: `\`${shorten(program, division)}\` rounds down before it is multiplied with \`${shorten(program, other)}\`, which multiplies the error too.`,
      },
    ];
  }
  return [];
}

/** The division that a factor is, directly or by a local variable that is assigned once. */
function divisionBehind(program: Program, factor: AstNode): AstNode | undefined {
  const node = stripConversions(factor);
  if (node.nodeType === "BinaryOperation")
    return node.operator === "/" && !isConstant(program, node) ? node : undefined;
  const declaration = node.nodeType === "Identifier" ? program.declarationOf(node) : undefined;
  if (!declaration || declaration.stateVariable) return undefined;
  const [value, ...more] = program.assignedTo(declaration);
  const division = value && more.length === 0 ? stripConversions(value) : undefined;
  return division?.operator === "/" && !isConstant(program, division) ? division : undefined;
}

function isSame(program: Program, left: AstNode, right: AstNode): boolean {
  const text = (node: AstNode) => program.textOf(stripConversions(node)).replaceAll(/\s/g, "");
  return text(left) === text(right);
}

/** A literal, a constant, or a computation of these. */
function isConstant(program: Program, node: AstNode): boolean {
  if (/^int_const/.test(typeOf(node))) return true;
  return findAll(node, ({ nodeType }) => /^(Identifier|MemberAccess|FunctionCall)$/.test(nodeType)).every(
    (part) => program.declarationOf(part)?.constant === true,
  );
}

function shorten(program: Program, node: AstNode): string {
  return program.textOf(node).replaceAll(/\s+/g, " ").slice(0, 80);
}
