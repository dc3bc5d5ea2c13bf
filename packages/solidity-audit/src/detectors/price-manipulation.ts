import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll, parametersOf, typeOf } from "../analysis/ast.ts";
import { isSelf, readExternalCall } from "../analysis/external-call.ts";
import { originsOf } from "../analysis/origins.ts";
import type { Program } from "../analysis/program.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const spot: Rule = {
  id: "spot-price",
  title: "Price manipulation: spot price of a pool",
  severity: "high",
  confidence: "medium",
  category: "price_manipulation",
  swc: null,
  recommendation: "Use a price feed and check its age, or a time-weighted average price (TWAP).",
};

const donation: Rule = {
  ...spot,
  id: "share-inflation",
  title: "Share inflation attack: anyone can raise the balance that prices shares",
  recommendation:
    "Track deposits in your own variable, and use virtual shares and assets as OpenZeppelin's ERC-4626 does.",
};

const stale: Rule = {
  ...spot,
  id: "stale-price",
  title: "Stale oracle price: its age is not checked",
  severity: "medium",
  confidence: "high",
  recommendation:
    "Read `updatedAt` of `latestRoundData`, and reject a price that is too old or not above zero.",
};

/** Finds prices and shares that can be manipulated within the same transaction. */
export function detectPriceManipulation(analysis: Analysis): Detection[] {
  const { program, contracts } = analysis;
  const declarations = new Set(contracts.flatMap(({ contract }) => contract.functions));
  return [
    ...[...declarations].flatMap((declaration) => [
      ...detectSpotPrices(program, declaration),
      ...detectStalePrices(program, declaration),
    ]),
    ...entryTraces(analysis).flatMap(({ entry }) => detectDonations(program, entry)),
  ];
}

const spotSources = /^(getReserves|slot0|getSpotPrice|get_dy|getAmountOut|getAmountsOut|reserve0|reserve1)$/;

/** A price computed from a pool's reserves, or the pool's quote itself. */
function detectSpotPrices(program: Program, declaration: AstNode): Detection[] {
  const reads = findAll(declaration.body, (node) =>
    spotSources.test(readExternalCall(program, node)?.name ?? ""),
  );
  return reads.flatMap((node) => {
    const name = readExternalCall(program, node)?.name ?? "";
    const isQuote = !/getReserves|reserve\d|slot0/.test(name);
    const divided = findAll(declaration.body, ({ operator }) => operator === "/").some((division) =>
      originsOf(program, division, { withinFunction: true }).nodesOf("external").includes(node),
    );
    if (!isQuote && !divided) return [];
    return [
      {
        rule: spot,
        nodes: [program.statementOf(node)],
        subject: nameOf(program, declaration),
        explanation: `${nameOf(program, declaration)} uses the pool's current \`${name}\` as a price. A swap or a flash loan in the same transaction can move it arbitrarily.`,
      },
    ];
  });
}

/** A stopped price feed keeps returning its last answer; only `updatedAt` shows that it is stale. */
function detectStalePrices(program: Program, declaration: AstNode): Detection[] {
  const reads = findAll(declaration.body, (node) =>
    /^latest(RoundData|Answer)$/.test(readExternalCall(program, node)?.name ?? ""),
  );
  return reads.flatMap((node) => {
    const statement = program.parentOf(node);
    const [, answer, , updatedAt] = statement?.declarations ?? statement?.leftHandSide?.components ?? [];
    const isWhole = readExternalCall(program, node)?.name === "latestRoundData";
    // Returned unchanged, the answer is for the caller to check.
    if (isWhole && (!answer || (updatedAt && isUsed(program, declaration, updatedAt)))) return [];
    return [
      {
        rule: stale,
        nodes: [program.statementOf(node)],
        subject: nameOf(program, declaration),
        explanation: `${nameOf(program, declaration)} uses the feed's last answer regardless of its age. If the feed stops, an old price stays in use.`,
      },
    ];
  });
}

/** Whether a variable is read after it was set. */
function isUsed(program: Program, declaration: AstNode, variable: AstNode): boolean {
  const declared = variable.nodeType === "VariableDeclaration" ? variable : program.declarationOf(variable);
  const isResult = parametersOf(declaration.returnParameters).some((result) => result === declared);
  const reads = findAll(
    declaration.body,
    (node) => node !== variable && program.declarationOf(node) === declared,
  );
  return isResult || reads.length > 0;
}

/** `amount * totalSupply / token.balanceOf(this)`: a donation to the contract makes the next share round to zero. */
function detectDonations(program: Program, entry: AstNode): Detection[] {
  const divisions = findAll(
    entry.body,
    ({ nodeType, operator }) => nodeType === "BinaryOperation" && operator === "/",
  );
  return divisions.flatMap((division) => {
    const { leftExpression: product, rightExpression: divisor } = division;
    if (!product || !divisor || !isOwnHolding(program, divisor) || isOffset(divisor)) return [];
    const origins = originsOf(program, product);
    if (
      origins.parameters.size === 0 ||
      ![...origins.states].some((variable) => /^uint/.test(typeOf(variable)))
    )
      return [];
    return [
      {
        rule: donation,
        nodes: [program.statementOf(division)],
        subject: nameOf(program, entry),
        explanation: `${nameOf(program, entry)} divides by \`${program.textOf(divisor)}\`. The first depositor can send tokens directly to the contract, so that the next depositor's shares round down to zero.`,
      },
    ];
  });
}

function isOwnHolding(program: Program, node: AstNode): boolean {
  return originsOf(program, node)
    .nodesOf("external", "balance")
    .some((read) => {
      const call = readExternalCall(program, read);
      if (call) return call.name === "balanceOf" && call.given[0] !== undefined && isSelf(call.given[0]);
      return !!read.expression && isSelf(read.expression);
    });
}

/** A constant added to the divisor (virtual shares) makes the attack unprofitable. */
function isOffset(divisor: AstNode): boolean {
  return (
    findAll(divisor, ({ nodeType, operator }) => nodeType === "BinaryOperation" && operator === "+").length >
    0
  );
}
