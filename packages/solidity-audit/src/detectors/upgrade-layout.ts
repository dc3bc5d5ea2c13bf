import type { Analysis } from "../analysis/analysis.ts";
import { type AstNode, findAll } from "../analysis/ast.ts";
import type { Contract, Program } from "../analysis/program.ts";
import type { Detection, Rule } from "./detector.ts";

const gap: Rule = {
  id: "missing-storage-gap",
  title: "Upgradeable base contract without a storage gap",
  severity: "low",
  confidence: "high",
  category: "upgradeability",
  swc: null,
  recommendation:
    "Add `uint256[50] private __gap;` at the end, or keep the variables in a namespaced struct (ERC-7201).",
};

const parent: Rule = {
  ...gap,
  id: "parent-not-initialised",
  title: "The initialiser of a parent contract is never called",
  severity: "medium",
  recommendation: "Call the parent's `__…_init` in `initialize`.",
};

/** Finds upgradeable contracts whose storage cannot grow, or starts without what a parent sets. */
export function detectUpgradeLayouts({ program, contracts }: Analysis): Detection[] {
  const upgradeable = contracts.filter(({ contract }) => isUpgradeable(contract));
  return upgradeable.flatMap(({ contract }) => [
    ...detectGaps(contract),
    ...detectParents(program, contract),
  ]);
}

function isUpgradeable({ kind, lineage }: Contract): boolean {
  return (
    kind === "contract" && lineage.some(({ name }) => /^(Initializable|UUPSUpgradeable)$/.test(name ?? ""))
  );
}

/** A variable added to a base moves those of the contracts that inherit from it. */
function detectGaps({ name, lineage }: Contract): Detection[] {
  return lineage.flatMap((base, position) => {
    const own = variablesOf(base);
    const derived = lineage.slice(0, position).find((heir) => variablesOf(heir).length > 0);
    if (!derived || own.length === 0 || own.some((variable) => /gap/i.test(variable.name ?? ""))) return [];
    return [
      {
        rule: gap,
        nodes: [],
        heads: [base],
        subject: base.name ?? "",
        explanation: `${base.name} has ${own.length === 1 ? "a variable" : `${own.length} variables`} and no gap, and ${derived.name} keeps its own behind them. When a new version of ${base.name} adds a variable, every later one of ${name} moves to another slot.`,
      },
    ];
  });
}

function variablesOf({ nodes = [] }: AstNode): AstNode[] {
  return nodes.filter(
    ({ nodeType, constant, mutability }) =>
      nodeType === "VariableDeclaration" && constant !== true && mutability !== "immutable",
  );
}

/** A parent with `__Parent_init` that no function of the contract reaches. */
function detectParents(program: Program, { node, lineage }: Contract): Detection[] {
  const functions = lineage.flatMap((base) =>
    (base.nodes ?? []).filter(({ nodeType }) => nodeType === "FunctionDefinition"),
  );
  const initialiser = functions.find((declaration) =>
    declaration.modifiers?.some(({ modifierName }) => /^(re)?initializer$/.test(modifierName?.name ?? "")),
  );
  if (!initialiser || !program.isOwn(initialiser)) return [];
  const called = new Set(
    lineage.flatMap((base) =>
      findAll(base, ({ nodeType }) => nodeType === "FunctionCall").map(
        ({ expression }) => expression?.name ?? expression?.memberName,
      ),
    ),
  );
  const missing = functions.find(
    ({ name = "", body }) =>
      /^__\w+_init$/.test(name) &&
      !called.has(name) &&
      !called.has(`${name}_unchained`) &&
      acts(functions, name, body),
  );
  if (!missing) return [];
  return [
    {
      rule: parent,
      nodes: [],
      heads: [initialiser],
      subject: `${node.name}.${initialiser.name}`,
      explanation: `${node.name} inherits \`${missing.name}\` and never calls it: what it sets keeps its default value behind a proxy.`,
    },
  ];
}

/** Whether an initialiser does anything: those of some parents are empty. */
function acts(functions: readonly AstNode[], name: string, body: AstNode | null | undefined): boolean {
  const unchained = functions.find((declaration) => declaration.name === `${name}_unchained`);
  return ((unchained?.body ?? body)?.statements?.length ?? 0) > 0;
}
