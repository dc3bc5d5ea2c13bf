import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll, typeOf } from "../analysis/ast.ts";
import { isSelf, readExternalCall } from "../analysis/external-call.ts";
import { originsOf } from "../analysis/origins.ts";
import type { Program } from "../analysis/program.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const spot: Rule = {
  id: "spot-price",
  title: "A price is read from a pool that one transaction can move",
  severity: "high",
  confidence: "medium",
  category: "price_manipulation",
  swc: null,
  recommendation:
    "Use a price feed with a check of its age, or an average over time that a flash loan cannot move.",
};

const donation: Rule = {
  ...spot,
  id: "share-inflation",
  title: "Shares are priced by a balance that anybody can raise",
  recommendation:
    "Count deposits in a variable of your own, and begin with virtual shares and assets as ERC-4626 of OpenZeppelin does.",
};

const stale: Rule = {
  ...spot,
  id: "stale-price",
  title: "A price is used without asking how old it is",
  severity: "medium",
  confidence: "high",
  recommendation:
    "Read `updatedAt` of `latestRoundData`, and refuse a price that is too old or not above zero.",
};

/** Finds prices and shares that are computed from what somebody can change within the same transaction. */
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

/** Reserves of a pool divided by each other, or its quote taken as it is. */
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
        explanation: `${nameOf(program, declaration)} takes the pool's present \`${name}\` for a price. A swap or a flash loan in the same transaction moves it as far as the caller likes.`,
      },
    ];
  });
}

/** A feed that has stopped goes on answering; only the time of its last answer tells. */
function detectStalePrices(program: Program, declaration: AstNode): Detection[] {
  const reads = findAll(declaration.body, (node) =>
    /^latest(RoundData|Answer)$/.test(readExternalCall(program, node)?.name ?? ""),
  );
  return reads.flatMap((node) => {
    const statement = program.parentOf(node);
    const [, answer, , updatedAt] = statement?.declarations ?? statement?.leftHandSide?.components ?? [];
    const isWhole = readExternalCall(program, node)?.name === "latestRoundData";
    // Handed on as it is, the answer is for somebody else to judge.
    if (isWhole && (!answer || updatedAt)) return [];
    return [
      {
        rule: stale,
        nodes: [program.statementOf(node)],
        subject: nameOf(program, declaration),
        explanation: `${nameOf(program, declaration)} takes the last answer of the feed, however long ago it was given. When the feed stops, an old price goes on being paid.`,
      },
    ];
  });
}

/** `amount * totalSupply / token.balanceOf(this)`: a transfer to the contract makes the next share round to nothing. */
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
        explanation: `${nameOf(program, entry)} divides by \`${program.textOf(divisor)}\`. The first depositor can send tokens to the contract directly, so that the shares of the next one round down to zero.`,
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

/** A constant added to the divisor makes the attack cost more than it brings. */
function isOffset(divisor: AstNode): boolean {
  return (
    findAll(divisor, ({ nodeType, operator }) => nodeType === "BinaryOperation" && operator === "+").length >
    0
  );
}
