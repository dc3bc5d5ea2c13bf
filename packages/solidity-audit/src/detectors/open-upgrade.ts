import type { Analysis } from "../analysis/analysis.ts";
import { asksWhoCalls, hasModifier } from "../analysis/guards.ts";
import { traceFunction } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "open-upgrade",
  title: "Unprotected upgrade: anyone can replace the contract's code",
  severity: "high",
  confidence: "high",
  category: "access_control",
  swc: "SWC-105",
  recommendation:
    "Make `_authorizeUpgrade` revert unless the caller is the owner, for example with `onlyOwner`.",
};

/** Finds UUPS contracts (ERC-1822) that anyone can upgrade. */
export function detectOpenUpgrades({ program, contracts }: Analysis): Detection[] {
  return contracts.flatMap(({ contract }) => {
    const permission = contract.functions.find(({ name }) => name === "_authorizeUpgrade");
    if (!permission || contract.node.abstract) return [];
    const trace = traceFunction(program, contract, permission);
    const isAsked = trace.events.some(
      (event) =>
        event.kind === "call" ||
        (event.kind === "check" &&
          asksWhoCalls(program, { condition: event.condition, mustHold: !event.endsWhenTrue })),
    );
    if (isAsked || hasModifier(trace, /^(only|auth|requires)/i)) return [];
    return [
      {
        rule,
        nodes: [permission],
        subject: nameOf(program, permission),
        explanation: `${nameOf(program, permission)} allows every upgrade: any caller of \`upgradeToAndCall\` can choose the code that runs with this contract's storage and Ether.`,
      },
    ];
  });
}
