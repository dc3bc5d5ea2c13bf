import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, parametersOf, stripConversions, typeOf } from "../analysis/ast.ts";
import { type ExternalCall, sendsEther } from "../analysis/external-call.ts";
import { conditionsBefore, isAuthorised } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import type { Program } from "../analysis/program.ts";
import type { FlowEvent, Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const race: Rule = {
  id: "front-running-reward",
  title: "Front-running: anyone can copy the answer and take the reward",
  severity: "medium",
  confidence: "medium",
  category: "front_running",
  swc: "SWC-114",
  recommendation:
    "Use commit-reveal: callers first commit to a hash of their answer and their address, and reveal it in a later block.",
};

const changeable: Rule = {
  ...race,
  id: "transaction-order",
  title: "Transaction order dependence: the order decides what is paid",
  confidence: "low",
  recommendation:
    "Let the caller pass the amount or price they expect and revert if it differs, or fix it before anyone can act on it.",
};

const approval: Rule = {
  ...race,
  id: "approve-race",
  title: "ERC-20 approve race condition",
  severity: "low",
  recommendation:
    "Offer increaseAllowance and decreaseAllowance, or allow a change only from or to zero. Callers should set the allowance to zero first.",
};

/** Finds payments and approvals that another transaction in the same block can front-run. */
export function detectFrontRunning(analysis: Analysis): Detection[] {
  const { program } = analysis;
  const traces = entryTraces(analysis);
  return traces.flatMap((trace) => [
    ...detectRewardRace(program, trace),
    ...detectOrder(
      program,
      trace,
      traces.filter(({ contract }) => contract === trace.contract),
    ),
    ...detectApproval(program, trace),
  ]);
}

type CallEvent = FlowEvent & { kind: "call" };

function paysSender(program: Program, call: ExternalCall): boolean {
  return sendsEther(call) && originsOf(program, call.target).has("sender");
}

/** The caller is paid for a value that anyone can copy from the pending transaction. */
function detectRewardRace(program: Program, trace: Trace): Detection[] {
  const paid = trace.events.filter(
    (event): event is CallEvent => event.kind === "call" && paysSender(program, event.call),
  );
  return paid.flatMap((event) => {
    const conditions = conditionsBefore(trace, event);
    if (isAuthorised(program, trace, event)) return [];
    if (conditions.some((condition) => isOwnFunds(program, condition))) return [];
    const answered = conditions.filter((condition) => isAnswerCheck(program, condition));
    const [first] = answered;
    if (!first || isOwnAmount(program, event.call)) return [];
    return [
      {
        rule: race,
        nodes: [program.statementOf(event.node), ...answered],
        heads: [trace.entry],
        subject: nameOf(program, trace.entry),
        explanation: `${nameOf(program, trace.entry)} pays the caller if \`${program.textOf(first)}\` is true. The right answer is visible in the pending transaction, and another caller can send it with a higher fee.`,
      },
    ];
  });
}

/** Compares the caller's input with something fixed: a hash, a stored secret, a constant. */
function isAnswerCheck(program: Program, condition: AstNode): boolean {
  const origins = originsOf(program, condition, { valueOnly: true });
  if (origins.parameters.size === 0 || origins.has("sender", "value", "signature")) return false;
  return [...origins.parameters].some((parameter) => !/^address|^bool/.test(typeOf(parameter)));
}

/** `balances[msg.sender] >= amount`: the caller withdraws their own funds. */
function isOwnFunds(program: Program, condition: AstNode): boolean {
  const origins = originsOf(program, condition);
  return origins.has("sender") && origins.has("state");
}

function isOwnAmount(program: Program, { value }: ExternalCall): boolean {
  return value !== undefined && originsOf(program, value).has("sender");
}

/** Pays an amount that another function changes to the first caller. */
function detectOrder(program: Program, trace: Trace, all: readonly Trace[]): Detection[] {
  return trace.events.flatMap((event) => {
    if (event.kind !== "call" || !event.call.value || !sendsEther(event.call)) return [];
    const amount = stripConversions(event.call.value);
    const variable = program.declarationOf(amount);
    if (!variable?.stateVariable || variable.constant) return [];
    const others = all.filter((other) => other !== trace && writes(other, variable));
    const claims = all.filter((other) => paysOpenly(program, other, variable));
    const isRaced =
      others.length > 0 ||
      trace.events.some((other) => other.kind === "write" && other.path.variable === variable);
    if (!isRaced || claims.length === 0) return [];
    return [
      {
        rule: changeable,
        nodes: [program.statementOf(event.node)],
        subject: nameOf(program, trace.entry),
        explanation: `${nameOf(program, trace.entry)} pays \`${variable.name}\`, which another transaction can change or claim first (${[...new Set([...others, ...claims])].map(({ entry }) => nameOf(program, entry)).join(", ")}). What the caller gets depends on the order inside the block.`,
      },
    ];
  });
}

function writes(trace: Trace, variable: AstNode): boolean {
  return trace.events.some((event) => event.kind === "write" && event.path.variable === variable);
}

function paysOpenly(program: Program, trace: Trace, variable: AstNode): boolean {
  return trace.events.some(
    (event) =>
      event.kind === "call" &&
      paysSender(program, event.call) &&
      event.call.value !== undefined &&
      program.declarationOf(stripConversions(event.call.value)) === variable &&
      !isAuthorised(program, trace, event),
  );
}

/** ERC-20's `approve` replaces an allowance that may just have been spent. */
function detectApproval(program: Program, trace: Trace): Detection[] {
  const [spender, amount, ...more] = parametersOf(trace.entry.parameters);
  if (trace.entry.name !== "approve" || !spender || !amount || more.length > 0) return [];
  const write = trace.events.find(
    (event) =>
      event.kind === "write" &&
      event.path.keys.length === 2 &&
      event.node.operator === "=" &&
      event.node.rightHandSide !== undefined &&
      originsOf(program, event.node.rightHandSide).parameters.has(amount),
  );
  if (!write) return [];
  const asksForZero = conditionsBefore(trace, write).some((condition) => {
    const origins = originsOf(program, condition);
    return origins.parameters.has(amount) && origins.has("state");
  });
  if (asksForZero || hasRelativeApproval(trace)) return [];
  return [
    {
      rule: approval,
      nodes: [program.statementOf(write.node)],
      heads: [trace.entry],
      subject: nameOf(program, trace.entry),
      explanation: `${nameOf(program, trace.entry)} replaces the allowance regardless of its current value. A spender who sees the pending change can spend the old allowance first and then the new one.`,
    },
  ];
}

/** With `increaseAllowance` or similar, callers can avoid the race. */
function hasRelativeApproval({ contract }: Trace): boolean {
  return contract.functions.some(({ name }) =>
    /^(increase(Allowance|Approval)|safeIncreaseAllowance)$/.test(name ?? ""),
  );
}
