import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { findAll, typeOf } from "../analysis/ast.ts";
import { conditionsBefore, isAuthorised } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import { isStoragePointer, storagePath } from "../analysis/storage.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const arbitrary: Rule = {
  id: "arbitrary-storage-write",
  title: "Arbitrary storage write",
  severity: "high",
  confidence: "medium",
  category: "access_control",
  swc: "SWC-124",
  recommendation:
    "Never let callers set an array's length or decrease it below zero; use `push` and `pop`, and check the index.",
};

const pointer: Rule = {
  id: "uninitialised-storage-pointer",
  title: "Uninitialized storage pointer",
  severity: "high",
  confidence: "high",
  category: "other",
  swc: "SWC-109",
  recommendation: "Declare the variable as `memory`, or assign the intended storage entry.",
};

/** Finds writes to unintended storage slots. */
export function detectStorageWrites(analysis: Analysis): Detection[] {
  return [...detectLengths(analysis), ...detectPointers(analysis)];
}

/** Before 0.6, an array's length could be assigned: to a number that the caller chooses, or below zero. */
function detectLengths(analysis: Analysis): Detection[] {
  const { program } = analysis;
  if (program.minorVersion >= 6) return [];
  return entryTraces(analysis).flatMap((trace) =>
    trace.events.flatMap((event) => {
      if (event.kind !== "write" || event.path.members.at(-1) !== "length") return [];
      if (!/\[\]/.test(typeOf(event.path.variable)) || isAuthorised(program, trace, event)) return [];
      const { operator, rightHandSide } = event.node;
      const isChosen = rightHandSide !== undefined && originsOf(program, rightHandSide).parameters.size > 0;
      const isLowered = operator === "--" || operator === "-=";
      const isAsked = conditionsBefore(trace, event).some((condition) =>
        originsOf(program, condition).states.has(event.path.variable),
      );
      const isWritten = trace.contract.functions.some((declaration) =>
        findAll(declaration.body, ({ nodeType }) => nodeType === "Assignment").some(({ leftHandSide }) => {
          const path = leftHandSide && storagePath(program, leftHandSide);
          const key = path?.variable === event.path.variable ? path.keys[0] : undefined;
          return key !== undefined && originsOf(program, key).parameters.size > 0;
        }),
      );
      if (!isWritten || !(isChosen || (isLowered && !isAsked))) return [];
      return [
        {
          rule: arbitrary,
          nodes: [program.statementOf(event.node), ...indexedWrites(analysis, event.path.variable.id)],
          subject: nameOf(program, trace.entry),
          explanation: `${nameOf(program, trace.entry)} lets the caller make \`${event.path.variable.name}\` as long as the whole storage; with an index of their choice they can then overwrite every variable of the contract, including its owner.`,
        },
      ];
    }),
  );
}

function indexedWrites({ program, contracts }: Analysis, variable: number) {
  return contracts.flatMap(({ contract }) =>
    contract.functions.flatMap((declaration) =>
      findAll(declaration.body, ({ nodeType, leftHandSide }) => {
        const path =
          nodeType === "Assignment" && leftHandSide ? storagePath(program, leftHandSide) : undefined;
        const key = path?.variable.id === variable ? path.keys[0] : undefined;
        return key !== undefined && originsOf(program, key).parameters.size > 0;
      }),
    ),
  );
}

/** Before 0.5, a local struct or array without a data location pointed to slot 0. */
function detectPointers({ program, contracts }: Analysis): Detection[] {
  if (program.minorVersion >= 5) return [];
  const declarations = new Set(contracts.flatMap(({ contract }) => contract.functions));
  return [...declarations].flatMap((declaration) =>
    findAll(
      declaration.body,
      ({ nodeType, initialValue }) => nodeType === "VariableDeclarationStatement" && !initialValue,
    )
      .flatMap((statement) => statement.declarations ?? [])
      .flatMap((variable) => {
        if (!variable || !isStoragePointer(variable) || program.assignedDirectly(variable)) return [];
        const writes = findAll(declaration.body, ({ nodeType, leftHandSide }) => {
          const target = leftHandSide?.baseExpression ?? leftHandSide?.expression;
          return nodeType === "Assignment" && target?.referencedDeclaration === variable.id;
        });
        return [
          {
            rule: pointer,
            nodes: [variable, ...writes],
            subject: nameOf(program, declaration),
            explanation: `\`${variable.name}\` is declared without a data location, so it points to slot 0: when ${nameOf(program, declaration)} writes to it, the contract's first variables are overwritten.`,
          },
        ];
      }),
  );
}
