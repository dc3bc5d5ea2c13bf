import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll, parametersOf, typeOf } from "../analysis/ast.ts";
import { asksWhoCalls } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import { isReadOnly, type Program } from "../analysis/program.ts";
import type { Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const from: Rule = {
  id: "arbitrary-from",
  title: "Missing access control: anyone can spend allowances that others gave to the contract",
  severity: "high",
  confidence: "medium",
  category: "access_control",
  swc: "SWC-105",
  recommendation: "Transfer from `msg.sender`, or require a signature of the owner of the tokens.",
};

const claim: Rule = {
  ...from,
  id: "claim-for-others",
  title: "Missing access control: anyone can claim for another account",
  severity: "low",
  recommendation:
    "Require `msg.sender` to be the account, or an address that the account allowed to claim for it.",
};

const pull = /^(safeT|t)ransferFrom\d*$/;
const pay = /^(safeT|t)ransfer(ETH|Native)?$|^sendValue$/;

/** Finds functions that move the tokens of an account that the caller names. */
export function detectForeignFunds(analysis: Analysis): Detection[] {
  const { program } = analysis;
  return entryTraces(analysis).flatMap((trace) => {
    if (isReadOnly(trace.entry) || trace.contract.kind === "library") return [];
    const detections = [...detectPulls(program, trace), ...detectClaims(program, trace)];
    return detections.length > 0 && !isPermitted(program, trace) ? detections : [];
  });
}

/** The caller, or a signature, is checked somewhere on the way. */
function isPermitted(program: Program, { entry, events }: Trace): boolean {
  return events.some((event) => {
    if (event.kind !== "check" || !event.isEnforced) return false;
    const origins = originsOf(program, event.condition, { path: { entry, callSites: event.callSites } });
    return (
      origins.has("signature") ||
      (origins.has("sender") &&
        asksWhoCalls(program, { condition: event.condition, mustHold: !event.endsWhenTrue }))
    );
  });
}

function callsOf(program: Program, trace: Trace, name: RegExp): AstNode[] {
  const bodies = new Set([trace.entry, ...trace.events.map(({ inside }) => inside)]);
  return [...bodies]
    .filter((body) => program.isOwn(body))
    .flatMap((body) =>
      findAll(
        body.body,
        ({ nodeType, expression }) => nodeType === "FunctionCall" && name.test(expression?.memberName ?? ""),
      ),
    );
}

/** `token.transferFrom(from, …)` with a `from` that the caller chooses. */
function detectPulls(program: Program, trace: Trace): Detection[] {
  // A token moves its own balances by allowance.
  if (pull.test(trace.entry.name ?? "")) return [];
  return callsOf(program, trace, pull).flatMap((call) => {
    const source = sourceOf(call);
    // The key that a stored address was found by is no choice of that address.
    const origins = source && originsOf(program, source, { valueOnly: true });
    const isOwnParameter =
      origins && [...origins.parameters].some((parameter) => isAddressOf(trace.entry, parameter));
    if (!origins || !isOwnParameter || isSenderFor(program, trace, source)) return [];
    return [
      {
        rule: from,
        nodes: [program.statementOf(call)],
        heads: [trace.entry],
        subject: nameOf(program, trace.entry),
        explanation: `${nameOf(program, trace.entry)} lets the caller choose whose tokens \`${program.textOf(call).slice(0, 100)}\` moves. Every allowance for this contract can be spent by anyone.`,
      },
    ];
  });
}

/** Whether the entry point itself passes the caller's address on. */
function isSenderFor(program: Program, trace: Trace, source: AstNode): boolean {
  if (program.functionOf(source) === trace.entry)
    return originsOf(program, source, { withinFunction: true }).has("sender");
  return originsOf(program, source).has("sender");
}

function sourceOf({ arguments: given, expression }: AstNode): AstNode | undefined {
  // `SafeERC20.safeTransferFrom(token, from, to, amount)` as well as `token.safeTransferFrom(from, to, amount)`.
  const isLibrary = /^type\(library/.test(typeOf(expression?.expression));
  return isLibrary ? given?.[1] : given?.[0];
}

function isAddressOf(entry: AstNode, parameter: AstNode): boolean {
  return typeOf(parameter) === "address" && parametersOf(entry.parameters).includes(parameter);
}

/** A payout under a proof that names the receiver, at a time that the receiver did not choose. */
function detectClaims(program: Program, trace: Trace): Detection[] {
  const payments = callsOf(program, trace, pay);
  if (payments.length === 0) return [];
  const isAboutCaller = trace.events.some(
    (event) =>
      (event.kind === "write" && event.path.keys.some((key) => originsOf(program, key).has("sender"))) ||
      (event.kind === "check" && originsOf(program, event.condition).has("sender")),
  );
  const isProven = trace.events.some((event) => {
    if (event.kind !== "check") return false;
    const origins = originsOf(program, event.condition);
    return (
      origins.has("hash") && [...origins.parameters].some((parameter) => isAddressOf(trace.entry, parameter))
    );
  });
  if (isAboutCaller || !isProven || !trace.events.some(({ kind }) => kind === "write")) return [];
  return payments.flatMap((call) => {
    const receiver = /^type\(library/.test(typeOf(call.expression?.expression))
      ? call.arguments?.[1]
      : call.arguments?.[0];
    const origins = receiver && originsOf(program, receiver, { valueOnly: true });
    if (!origins || ![...origins.parameters].some((parameter) => isAddressOf(trace.entry, parameter)))
      return [];
    return [
      {
        rule: claim,
        nodes: [program.statementOf(call)],
        heads: [trace.entry],
        subject: nameOf(program, trace.entry),
        explanation: `${nameOf(program, trace.entry)} pays an account that the caller names and does not check the caller. Anyone decides when the account receives its tokens, which can interrupt contracts that claim for themselves.`,
      },
    ];
  });
}
