import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll, functionKindOf, parametersOf, typeOf } from "../analysis/ast.ts";
import { atomsOf, conditionsBefore, isZero } from "../analysis/guards.ts";
import { type OriginOptions, type Origins, originsOf } from "../analysis/origins.ts";
import { isReadOnly, type Program } from "../analysis/program.ts";
import type { FlowEvent, Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const replay: Rule = {
  id: "signature-replay",
  title: "Signature replay",
  severity: "high",
  confidence: "medium",
  category: "signatures",
  swc: "SWC-121",
  recommendation:
    "Sign a nonce, the contract's address and the chain id (EIP-712), and mark the nonce as used before acting.",
};

const domain: Rule = {
  ...replay,
  id: "signature-without-domain",
  title: "Signature replay across contracts or chains",
  severity: "medium",
  recommendation: "Sign the contract's address and the chain id (EIP-712).",
};

const account: Rule = {
  ...domain,
  id: "account-signature-without-domain",
  title: "Signature replay across accounts of the same owner",
  recommendation:
    "Hash the given hash again with the account's address and the chain id (EIP-712, ERC-7739) before checking it.",
};

const zero: Rule = {
  id: "ecrecover-zero",
  title: "Unchecked ecrecover: an invalid signature matches the zero address",
  severity: "medium",
  confidence: "high",
  category: "signatures",
  swc: "SWC-117",
  recommendation: "Reject a recovered address of zero, or use OpenZeppelin's ECDSA, which does.",
};

/** Finds signatures that can be replayed, and unchecked results of `ecrecover`. */
export function detectSignatures(analysis: Analysis): Detection[] {
  const { program, contracts } = analysis;
  const declarations = new Set(contracts.flatMap(({ contract }) => contract.functions));
  return [
    ...entryTraces(analysis).flatMap((trace) => detectReplay(program, trace)),
    ...[...declarations].flatMap((declaration) => [
      ...detectZero(program, declaration),
      ...detectAccount(program, declaration),
    ]),
  ];
}

/** A signature authorises something of value, and no nonce or flag is used up. */
function detectReplay(program: Program, trace: Trace): Detection[] {
  if (isReadOnly(trace.entry)) return [];
  const acts = trace.events.filter((event) => isAct(event));
  const asked = new Set(acts.flatMap((event) => conditionsBefore(trace, event)));
  const signed = trace.events.find(
    (event) =>
      event.kind === "check" &&
      asked.has(event.condition) &&
      isSignedByAnyone(program, event.condition) &&
      isSigned(program, event.condition, { path: { entry: trace.entry, callSites: event.callSites } }),
  )?.node;
  if (!signed) return [];
  const digest = digestBehind(program, signed);
  if (!digest || !program.isOwn(digest)) return [];
  const covered = originsOf(program, signed);
  const written = new Set(
    trace.events.flatMap((event) => (event.kind === "write" ? [event.path.variable] : [])),
  );
  const isNonced = [...covered.states].some((variable) => written.has(variable));
  const content = originsOf(program, digest);
  const isSpent = trace.events.some(
    (event) =>
      event.kind === "check" &&
      !isSigned(program, event.condition, { valueOnly: true }) &&
      isAboutSigned(program, event.condition, content) &&
      [...originsOf(program, event.condition).states].some((variable) => written.has(variable)),
  );
  const isReplayed = !isNonced && !isSpent;
  const bound = originsOf(program, signed, { throughState: true });
  if (!isReplayed && (bound.has("this", "chain-id") || !isSigned(program, signed))) return [];
  if (!isReplayed) return [describeDomain(program, trace, digest)];
  return [
    {
      rule: replay,
      ...placeOf(program, trace, digest),
      subject: nameOf(program, trace.entry),
      explanation: `${nameOf(program, trace.entry)} accepts a signature over \`${program.textOf(digest).replaceAll(/\s+/g, " ").slice(0, 120)}\`. It has no nonce, so the same signature can be used any number of times.`,
    },
  ];
}

/** Where the hash is computed, or the function that accepts it if that is in another file. */
function placeOf(program: Program, { entry }: Trace, digest: AstNode): Pick<Detection, "nodes" | "heads"> {
  const isSameFile = program.placeOf(digest).file === program.placeOf(entry).file;
  return isSameFile ? { nodes: [program.statementOf(digest)] } : { nodes: [], heads: [entry] };
}

/** Whether a record can be used up by a signature: it is not kept under a key that the caller chooses freely. */
function isAboutSigned(program: Program, condition: AstNode, content: Origins): boolean {
  const keys = findAll(condition, ({ nodeType }) => nodeType === "IndexAccess").flatMap(
    ({ indexExpression }) => indexExpression ?? [],
  );
  return keys.every((key) => {
    const { parameters, nodes } = originsOf(program, key);
    const isFree =
      parameters.size > 0 && ![...parameters].some((parameter) => content.parameters.has(parameter));
    return !isFree || nodes.has("hash") || nodes.has("signature") || nodes.has("sender");
  });
}

function describeDomain(program: Program, trace: Trace, digest: AstNode): Detection {
  return {
    rule: domain,
    ...placeOf(program, trace, digest),
    subject: nameOf(program, trace.entry),
    explanation: `\`${program.textOf(digest).replaceAll(/\s+/g, " ").slice(0, 120)}\` contains neither the contract's address nor the chain id, so ${nameOf(program, trace.entry)} accepts a signature that was made for another contract or chain.`,
  };
}

function isAct(event: FlowEvent): boolean {
  return (
    event.kind === "write" ||
    (event.kind === "call" && event.call.kind !== "staticcall" && !isView(event.call.declaration))
  );
}

function isView(declaration: AstNode | undefined): boolean {
  return declaration !== undefined && isReadOnly(declaration);
}

const signedConditions = new WeakMap<AstNode, boolean>();

/** Whether some caller passes a signature to a condition: quicker to find out than for one path. */
function isSignedByAnyone(program: Program, condition: AstNode): boolean {
  const known = signedConditions.get(condition) ?? isSigned(program, condition);
  signedConditions.set(condition, known);
  return known;
}

function isSigned(program: Program, condition: AstNode, options: OriginOptions = {}): boolean {
  return atomsOf(condition).some((atom) => originsOf(program, atom, options).has("signature"));
}

/** The signed hash: the outermost one that the user's own code computes. */
function digestBehind(program: Program, condition: AstNode): AstNode | undefined {
  return originsOf(program, condition)
    .nodesOf("hash")
    .find((node) => program.isOwn(node) && functionKindOf(node.expression) === "keccak256");
}

/** ERC-1271: a signature over a bare hash is valid for every account that its signer owns. */
function detectAccount(program: Program, declaration: AstNode): Detection[] {
  const [hash] = parametersOf(declaration.parameters);
  if (declaration.name !== "isValidSignature" || typeOf(hash) !== "bytes32" || !program.isOwn(declaration))
    return [];
  const recovery = findAll(
    declaration.body,
    ({ nodeType, expression }) =>
      nodeType === "FunctionCall" &&
      /recover|isValidSignature|validateSignature/i.test(expression?.memberName ?? expression?.name ?? ""),
  ).find(
    ({ arguments: given }) =>
      given?.some((argument) => program.declarationOf(argument) === hash) &&
      !given.some((argument) => originsOf(program, argument, { withinFunction: true }).has("sender", "this")),
  );
  if (!recovery) return [];
  return [
    {
      rule: account,
      nodes: [program.statementOf(recovery)],
      heads: [declaration],
      subject: nameOf(program, declaration),
      explanation: `${nameOf(program, declaration)} checks the signature over \`${hash?.name}\` as it was given. If one key owns several accounts, a signature for one of them is valid for all of them.`,
    },
  ];
}

/** `ecrecover` returns zero for an invalid signature, which then matches a variable that is zero. */
function detectZero(program: Program, declaration: AstNode): Detection[] {
  return findAll(
    declaration.body,
    (node) => functionKindOf(node.expression) === "ecrecover" && node.nodeType === "FunctionCall",
  ).flatMap((node) => {
    const comparisons = findAll(
      declaration.body,
      ({ nodeType, operator }) => nodeType === "BinaryOperation" && /^[!=]=$/.test(operator ?? ""),
    );
    const asked = comparisons.filter((comparison) =>
      originsOf(program, comparison, { withinFunction: true }).nodesOf("signature").includes(node),
    );
    const isZeroRefused = asked.some(({ leftExpression, rightExpression }) =>
      [leftExpression, rightExpression].some((side) => side && isZero(side)),
    );
    const isAgainstVariable = asked.some((comparison) =>
      [...originsOf(program, comparison, { withinFunction: true }).states].some(
        ({ constant, mutability }) => !constant && mutability !== "immutable",
      ),
    );
    if (isZeroRefused || !isAgainstVariable) return [];
    return [
      {
        rule: zero,
        nodes: [program.statementOf(node)],
        subject: nameOf(program, declaration),
        explanation: `\`ecrecover\` returns the zero address for an invalid signature, and ${nameOf(program, declaration)} does not reject it: while the variable it is compared with is zero, any signature is accepted.`,
      },
    ];
  });
}
