import { type AstNode, functionKindOf, stripConversions } from "./ast.ts";
import type { Program } from "./program.ts";

export type ExternalCallKind =
  | "call"
  | "delegatecall"
  | "callcode"
  | "staticcall"
  | "send"
  | "transfer"
  | "method"
  | "create"
  | "selfdestruct";

export interface ExternalCall {
  kind: ExternalCallKind;
  node: AstNode;
  /** The called address or contract; for `selfdestruct` the recipient of the balance. */
  target: AstNode;
  value?: AstNode;
  gas?: AstNode;
  given: readonly AstNode[];
  /** The declaration of the called function, if the call goes through an interface. */
  declaration?: AstNode;
  name: string;
}

const kinds: Record<string, ExternalCallKind> = {
  barecall: "call",
  baredelegatecall: "delegatecall",
  barecallcode: "callcode",
  barestaticcall: "staticcall",
  send: "send",
  transfer: "transfer",
  external: "method",
  creation: "create",
  selfdestruct: "selfdestruct",
};

/** Reads a call as an external one. Undefined for an internal call. */
export function readExternalCall(program: Program, node: AstNode): ExternalCall | undefined {
  if (node.nodeType !== "FunctionCall" || node.kind === "typeConversion" || !node.expression)
    return undefined;
  let callee = node.expression;
  let value: AstNode | undefined;
  let gas: AstNode | undefined;
  for (;;) {
    if (callee.nodeType === "FunctionCallOptions" && callee.expression) {
      callee.names?.forEach((name, position) => {
        if (name === "value") value = callee.options?.[position];
        if (name === "gas") gas = callee.options?.[position];
      });
      callee = callee.expression;
    } else if (callee.nodeType === "FunctionCall" && callee.expression?.nodeType === "MemberAccess") {
      // `target.call.value(x).gas(y)(data)`, the syntax before 0.7.
      const setting = functionKindOf(callee.expression);
      if (setting === "setvalue") value = callee.arguments?.[0];
      else if (setting === "setgas") gas = callee.arguments?.[0];
      else break;
      if (!callee.expression.expression) break;
      callee = callee.expression.expression;
    } else break;
  }
  const kind = kinds[functionKindOf(callee) ?? ""];
  if (!kind) return undefined;
  const given = node.arguments ?? [];
  const sent = kind === "send" || kind === "transfer" ? given[0] : value;
  const target = kind === "selfdestruct" ? given[0] : callee.expression;
  const declaration = program.declarationOf(callee);
  return {
    kind,
    node,
    target: target ?? callee,
    ...(sent && { value: sent }),
    ...(gas && { gas }),
    given,
    ...(declaration && { declaration }),
    name: callee.memberName ?? kind,
  };
}

/** Whether the callee gets enough gas to call back: `send`, `transfer` and `gas(2300)` do not give enough. */
export function canCallBack(program: Program, call: ExternalCall): boolean {
  if (call.kind === "send" || call.kind === "transfer" || call.kind === "staticcall") return false;
  if (call.kind === "create" || call.kind === "selfdestruct") return false;
  if (call.gas && /^int_const (\d{1,4})$/.test(call.gas.typeDescriptions?.typeString ?? "")) return false;
  if (call.kind === "method") {
    if (isSelf(call.target)) return false;
    // Before 0.5 the EVM did not enforce `view` and `pure` on the callee.
    const mutability = program.minorVersion < 5 ? undefined : call.declaration?.stateMutability;
    return mutability !== "view" && mutability !== "pure";
  }
  return true;
}

export function isSelf(target: AstNode): boolean {
  const node = stripConversions(target);
  return node.nodeType === "Identifier" && node.name === "this";
}

export function sendsEther(call: ExternalCall): boolean {
  if (call.kind === "selfdestruct") return true;
  return call.value !== undefined && !/^int_const 0$/.test(call.value.typeDescriptions?.typeString ?? "");
}
