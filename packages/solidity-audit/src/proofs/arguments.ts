import type { Parameter, Victim, VictimFunction } from "./victim.ts";

const ownerLike =
  /owner|admin|treasury|wallet|beneficiar|receiver|recipient|govern|creator|keeper|guardian|manager|controller|fee|oracle/i;
const poolLike = /pair|pool|amm|uniswap/i;
const timeLike = /time|deadline|duration|until|end/i;

/** A plausible value that an honest user passes. */
export function honestArgument(parameter: Parameter, self: string, amount = "1 ether"): string {
  const { name, type, internalType = "" } = parameter;
  const item = type.replace("[]", "");
  if (item !== type) return `list(${honestArgument({ ...parameter, type: item }, self, amount)})`;
  if (type === "address") {
    const words = `${name} ${internalType}`;
    if (poolLike.test(words)) return "address(pool)";
    if (internalType.startsWith("contract ")) return "address(token)";
    return ownerLike.test(words) ? self : "address(token)";
  }
  if (timeLike.test(name) && type.startsWith("uint")) return "0";
  return simpleArgument(type, amount);
}

/** Values that an attacker may try for a parameter, the most promising first. */
export function attackArguments(
  { name, type, internalType = "" }: Parameter,
  amounts: readonly string[],
): string[] {
  if (type === "address") {
    if (poolLike.test(`${name} ${internalType}`)) return ["address(pool)"];
    if (internalType.startsWith("contract ")) return ["address(token)"];
    if (/from|holder|victim/i.test(name)) return ["alice", "address(attacker)"];
    if (/target|venue|callee|dest|impl|module/i.test(name)) return ["address(attacker)", "address(token)"];
    return ["address(attacker)", "address(token)"];
  }
  if (type === "address[]") return ["list(address(attacker))"];
  if (/^uint\d*$/.test(type)) return [...new Set(amounts)];
  if (type === "bytes")
    return [
      `abi.encodeWithSignature("drain(address)", attacker)`,
      `abi.encodeWithSignature("transferFrom(address,address,uint256)", alice, attacker, 5 ether)`,
      `""`,
    ];
  if (type === "bool") return ["true", "false"];
  return [honestArgument({ name, type, internalType }, "address(attacker)")];
}

function simpleArgument(type: string, amount: string): string {
  if (type === "bool") return "true";
  if (type === "string" || type === "bytes") return `"x"`;
  if (type.startsWith("bytes")) return `${type}(0)`;
  return amount;
}

/** Every combination of the parameters' values, at most `limit`. */
export function combine(lists: readonly (readonly string[])[], limit: number): string[][] {
  let rows: string[][] = [[]];
  for (const list of lists) {
    rows = rows.flatMap((row) => list.map((value) => [...row, value])).slice(0, limit * 4);
  }
  return rows.slice(0, limit);
}

export function attackCalls(
  called: Pick<VictimFunction, "inputs">,
  amounts: readonly string[],
  limit: number,
): string[][] {
  return combine(
    called.inputs.map((input) => attackArguments(input, amounts)),
    limit,
  );
}

/** Amounts for a payment: one above usual minimums first, then those that the source names. */
export function payments({ amounts }: Victim): string[] {
  return [...new Set(["2 ether", ...amounts])];
}
