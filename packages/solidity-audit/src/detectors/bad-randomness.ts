import type { Analysis } from "../analysis/analysis.ts";
import { type AstNode, findAll, functionKindOf, isMagic, typeOf } from "../analysis/ast.ts";
import { type Origins, originsOf, type Source } from "../analysis/origins.ts";
import type { Program } from "../analysis/program.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "weak-randomness",
  title: "Weak randomness: block data is predictable",
  severity: "high",
  confidence: "medium",
  category: "bad_randomness",
  swc: "SWC-120",
  recommendation: "Use a verifiable random function (VRF oracle), or a commit-reveal scheme.",
};

const blockSources: Source[] = [
  "timestamp",
  "block-number",
  "blockhash",
  "difficulty",
  "coinbase",
  "gaslimit",
];

/** Finds block data used as randomness: hashed, reduced by a modulus, or a block hash itself. */
export function detectBadRandomness({ program, contracts }: Analysis): Detection[] {
  const declarations = new Set(contracts.flatMap(({ contract }) => contract.functions));
  return [...declarations].flatMap((declaration) => {
    const sinks = findAll(declaration.body, (node) => isDraw(program, node));
    const drawn = sinks
      .map((node) => ({ node, origins: originsOf(program, node, { throughState: true }) }))
      .filter(({ node, origins }) => isForeseeable(program, node, origins));
    const [first] = drawn;
    if (!first) return [];
    const places = new Set(drawn.flatMap(({ node, origins }) => pathOf(program, node, origins)));
    return [
      {
        rule,
        nodes: [...places].map((node) => lineNode(program, node)),
        subject: nameOf(program, declaration),
        explanation: `${nameOf(program, declaration)} uses \`${program.textOf(first.node).replaceAll(/\s+/g, " ").slice(0, 100)}\` as randomness. The sender of the transaction knows all of it (a contract can compute it in the same block), and the block's proposer can influence it.`,
      },
    ];
  });
}

/** The random value, the block data it depends on and the variables in between. */
function pathOf(program: Program, node: AstNode, origins: Origins): AstNode[] {
  const contract = program.contractOf(node);
  const carriers = [...origins.assigned].filter((value) => originsOf(program, value).has(...blockSources));
  const behind = [...origins.nodesOf(...blockSources), ...carriers];
  return [node, ...behind.filter((part) => program.contractOf(part) === contract)];
}

function isDraw(program: Program, node: AstNode): boolean {
  if (isModulus(node)) return true;
  if (isMixed(node) || isDigestRead(node)) return true;
  if (node.nodeType !== "FunctionCall") return false;
  const kind = functionKindOf(node.expression);
  if (kind === "blockhash") return !isComparedOnly(program, node) && !isPassedOn(program, node);
  return kind === "keccak256" || kind === "sha256" || kind === "ripemd160";
}

function isModulus(node: AstNode): boolean {
  return node.nodeType === "BinaryOperation" && node.operator === "%";
}

/** A hash that is read as a number or byte by byte. */
function isDigestRead(node: AstNode): boolean {
  if (node.nodeType === "IndexAccess") return typeOf(node.baseExpression) === "bytes32";
  return (
    node.kind === "typeConversion" && /^u?int/.test(typeOf(node)) && typeOf(node.arguments?.[0]) === "bytes32"
  );
}

/** Block data converted to a number: `uint(block.coinbase)`, `block.difficulty * x`. */
function isMixed(node: AstNode): boolean {
  const operands =
    node.kind === "typeConversion" ? (node.arguments ?? []) : [node.leftExpression, node.rightExpression];
  if (node.nodeType !== "BinaryOperation" && node.kind !== "typeConversion") return false;
  if (/^([<>]=?|[!=]=)$/.test(node.operator ?? "")) return false;
  return operands.some(
    (part) =>
      part &&
      (isMagic(part, "block", "coinbase") ||
        isMagic(part, "block", "difficulty") ||
        isMagic(part, "block", "prevrandao")),
  );
}

/** `blockhash(n) != 0` checks whether the block is still known. It is not randomness. */
function isComparedOnly(program: Program, node: AstNode): boolean {
  const parent = program.parentOf(node);
  return parent?.nodeType === "BinaryOperation" && /^[!=]=$/.test(parent.operator ?? "");
}

/** `return blockhash(n)` in a library is a look-up. The caller that turns it into a number uses it as randomness. */
function isPassedOn(program: Program, node: AstNode): boolean {
  if (program.contractOf(node)?.contractKind !== "library") return false;
  const around = program.enclosing(
    node,
    ({ nodeType }) => nodeType !== "Conditional" && nodeType !== "TupleExpression",
  );
  return around?.nodeType === "Return";
}

function isForeseeable(program: Program, node: AstNode, origins: Origins): boolean {
  if (functionKindOf(node.expression) === "blockhash") return true;
  if (isModulus(node)) {
    // `timestamp % 1 days` rounds a time down; randomness takes a small modulus of a hash or of block data.
    if (origins.has("blockhash", "difficulty", "coinbase")) return true;
    if (origins.has("hash")) return origins.has(...blockSources);
    return isDrawnFromTime(program, node) || isDrawnFromSeed(program, node);
  }
  if (isDigestRead(node)) {
    const value = originsOf(program, node, { throughState: true, valueOnly: true });
    return value.has("hash", "blockhash") && origins.has(...blockSources);
  }
  // A hash of block data used as an id is not converted to a number; used as randomness it is.
  return (
    origins.has("blockhash", "difficulty", "coinbase", "gaslimit") ||
    (origins.has("timestamp", "block-number") && becomesNumber(program, node))
  );
}

/** The value is the block's time or number, and the modulus is not a time span. */
function isDrawnFromTime(program: Program, node: AstNode): boolean {
  if (!node.leftExpression || isDuration(node.rightExpression)) return false;
  const value = originsOf(program, node.leftExpression, { valueOnly: true });
  if (!value.has("timestamp", "block-number", "gaslimit")) return false;
  return !isRoundedDown(program, node);
}

/**
 * A stored number that is multiplied to get the next one (a linear congruential generator). Storage is public, even if
 * `private`.
 */
function isDrawnFromSeed(program: Program, { leftExpression: left }: AstNode): boolean {
  const { states } = left ? originsOf(program, left, { valueOnly: true }) : { states: [] };
  return [...states].some((variable) =>
    program
      .assignedTo(variable)
      .some((value) =>
        findAll(value, ({ operator }) => operator === "*").some(({ leftExpression, rightExpression }) =>
          [leftExpression, rightExpression].some((side) => side && program.declarationOf(side) === variable),
        ),
      ),
  );
}

/** `n - n % 10` and similar expressions round a number down. */
function isRoundedDown(program: Program, node: AstNode): boolean {
  const around = program.enclosing(node, ({ nodeType }) => nodeType !== "TupleExpression");
  return around?.nodeType === "BinaryOperation" && (around.operator === "-" || around.operator === "+");
}

function becomesNumber(program: Program, node: AstNode): boolean {
  const parent = program.parentOf(node);
  return parent?.kind === "typeConversion" && /^u?int/.test(typeOf(parent));
}

function isDuration(node: AstNode | undefined): boolean {
  const literal = /^int_const (\d+)$/.exec(typeOf(node))?.[1];
  return literal !== undefined && Number(literal) >= 3_600;
}

/** A long expression is reported at its own first line, not at the whole statement. */
function lineNode(program: Program, node: AstNode): AstNode {
  const statement = program.statementOf(node);
  const { first, last } = program.placeOf(statement);
  return last - first > 2 ? node : statement;
}
