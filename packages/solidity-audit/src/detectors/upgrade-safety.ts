import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll, parametersOf, typeOf } from "../analysis/ast.ts";
import { isAuthorised } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import { isConstructor, isReadOnly, type Program } from "../analysis/program.ts";
import type { Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const code: Rule = {
  id: "implementation-without-code-check",
  title: "Upgrade to an address without code",
  severity: "medium",
  confidence: "medium",
  category: "upgradeability",
  swc: null,
  recommendation: "Require `newImplementation.code.length > 0`, as OpenZeppelin's ERC1967Utils does.",
};

const registry: Rule = {
  ...code,
  id: "registered-without-code-check",
  title: "Missing validation: an address without code can be registered as an implementation",
  category: "input_validation",
};

const open: Rule = {
  ...code,
  id: "open-first-implementation",
  title: "Unprotected initialisation: the first caller chooses the implementation",
  severity: "high",
  recommendation: "Set the implementation in the constructor, or restrict the function to the owner.",
};

const constructed: Rule = {
  ...code,
  id: "constructor-of-upgradeable",
  title: "Upgradeable contract stores values in its constructor",
  recommendation:
    "Set storage in the initialiser: a constructor writes to the implementation, not to the proxy.",
};

const slot = /sstore\s*\(\s*\w*(IMPLEMENTATION|impl)\w*/i;
const names = /implementation|singleton|masterCopy/i;

/** Finds upgrades that can break a proxy, and upgradeable contracts whose proxies start empty. */
export function detectUpgradeSafety(analysis: Analysis): Detection[] {
  return [
    ...entryTraces(analysis).flatMap((trace) => detectImplementations(analysis.program, trace)),
    ...detectConstructors(analysis),
  ];
}

function detectImplementations(program: Program, trace: Trace): Detection[] {
  if (isReadOnly(trace.entry)) return [];
  const chosen = parametersOf(trace.entry.parameters).filter(
    (parameter) => typeOf(parameter) === "address" && names.test(parameter.name ?? ""),
  );
  const [first] = chosen;
  if (!first) return [];
  const bodies = [...new Set([trace.entry, ...reached(program, trace.entry)])];
  const isSlot = bodies.some((body) => slot.test(program.textOf(body)));
  const stored = trace.events.find(
    (event) =>
      event.kind === "write" &&
      event.node.rightHandSide !== undefined &&
      names.test(event.path.variable.name ?? "") &&
      originsOf(program, event.node.rightHandSide, { valueOnly: true }).parameters.has(first),
  );
  if (!isSlot && !stored) return [];
  const detections: Detection[] = [];
  const about = { nodes: [], heads: [trace.entry], subject: nameOf(program, trace.entry) };
  if (
    !bodies.some((body) =>
      /\.code\.length|isContract|extcodesize|codehash|supportsInterface|proxiableUUID/.test(
        program.textOf(body),
      ),
    )
  ) {
    detections.push({
      ...about,
      rule: isSlot ? code : registry,
      explanation: `${nameOf(program, trace.entry)} stores \`${first.name}\` without checking that it has code. A call to an address without code succeeds and does nothing.`,
    });
  }
  const last = trace.events.at(-1);
  const isOpen = isSlot && !(last && trace.events.some((event) => isAuthorised(program, trace, event)));
  if (isOpen)
    detections.push({
      ...about,
      rule: open,
      explanation: `${nameOf(program, trace.entry)} checks no caller. The first account that calls it after the deployment decides which code the proxy runs.`,
    });
  return detections;
}

function reached(program: Program, entry: AstNode): AstNode[] {
  const seen = new Set<AstNode>();
  const waiting = [entry];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    for (const call of findAll(node.body, ({ nodeType }) => nodeType === "FunctionCall")) {
      const { declaration } = program.calledFunction(call);
      if (declaration && !seen.has(declaration) && program.isOwn(declaration)) {
        seen.add(declaration);
        waiting.push(declaration);
      }
    }
  }
  return [...seen];
}

/** A contract for proxies whose constructor writes storage that a proxy never sees. */
function detectConstructors({ program, contracts }: Analysis): Detection[] {
  return contracts.flatMap(({ contract, traces }) => {
    const isUpgradeable = contract.lineage.some(({ name }) =>
      /^(UUPSUpgradeable|Initializable)$/.test(name ?? ""),
    );
    if (!isUpgradeable) return [];
    return traces
      .filter(({ entry }) => isConstructor(entry) && program.isOwn(entry))
      .flatMap(({ entry, events }) => {
        const written = events.find(
          (event) =>
            event.kind === "write" &&
            event.path.variable.mutability !== "immutable" &&
            !/^_?_?initializ/i.test(event.path.variable.name ?? "") &&
            !/^disableInitializers$|^_disableInitializers$/.test(event.inside.name ?? ""),
        );
        if (written?.kind !== "write") return [];
        return [
          {
            rule: constructed,
            nodes: [program.statementOf(written.callSites[0] ?? written.node)],
            heads: [entry],
            subject: nameOf(program, entry),
            explanation: `The constructor of ${contract.name} sets \`${written.path.variable.name}\` in its own storage. Behind a proxy, the variable keeps its default value.`,
          },
        ];
      });
  });
}
