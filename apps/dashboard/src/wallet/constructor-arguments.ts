import { isAddress } from "viem";

/** One input of a constructor, as an ABI names it. */
export interface ArgumentKind {
  name?: string;
  type: string;
  components?: readonly ArgumentKind[];
}

/** Finds what a contract wants to know when it is created. */
export function findConstructor(abi: readonly unknown[]): {
  inputs: readonly ArgumentKind[];
  isPayable: boolean;
} {
  const found = (abi as { type: string; inputs?: ArgumentKind[]; stateMutability?: string }[]).find(
    ({ type }) => type === "constructor",
  );
  return { inputs: found?.inputs ?? [], isPayable: found?.stateMutability === "payable" };
}

/** Says how a value of a kind is written. */
export function describeArgument({ type }: ArgumentKind): string {
  if (type.endsWith("]")) return "A JSON list";
  if (type === "tuple") return "A JSON object";
  if (/^u?int/.test(type)) return "A whole number";
  if (type === "bool") return "true or false";
  if (type === "address") return "0x and 40 hexadecimal digits";
  if (type.startsWith("bytes")) return "0x and hexadecimal digits";
  return "Text";
}

/** Reads what somebody typed as a value of a kind; throws a sentence when it is none. */
export function readArgument(kind: ArgumentKind, text: string): unknown {
  if (kind.type === "string") return text;
  const isStructured = kind.type.endsWith("]") || kind.type === "tuple";
  return toValue(kind, isStructured ? parseJson(kind, text) : text.trim());
}

function parseJson(kind: ArgumentKind, text: string): unknown {
  try {
    // Numbers are kept as they are written: as JavaScript's own they would lose digits.
    return JSON.parse(
      text.replaceAll(
        /("(?:\\.|[^"\\])*"?)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g,
        (all, quoted) => quoted ?? `"${all}"`,
      ),
    );
  } catch {
    throw new Error(`${describeArgument(kind)} is needed.`);
  }
}

function toValue(kind: ArgumentKind, given: unknown): unknown {
  const { type, components = [] } = kind;
  const list = /^(.*)\[(\d*)\]$/.exec(type);
  if (list) {
    const [, inner = "", length] = list;
    if (!Array.isArray(given)) throw new Error("A JSON list is needed.");
    if (length && given.length !== Number(length)) throw new Error(`A list of ${length} is needed.`);
    return given.map((one) => toValue({ ...kind, type: inner }, one));
  }
  if (type === "tuple") {
    if (typeof given !== "object" || given === null) throw new Error("A JSON object is needed.");
    const fields = given as Record<string, unknown>;
    return Object.fromEntries(
      components.map((part) => {
        if (!(String(part.name) in fields)) throw new Error(`${part.name} is missing.`);
        return [part.name, toValue(part, fields[String(part.name)])];
      }),
    );
  }
  return toPlainValue(type, String(given));
}

function toPlainValue(type: string, text: string): unknown {
  const number = /^(u?)int(\d*)$/.exec(type);
  if (number) return toInteger(text, number[1] === "", Number(number[2] || 256));
  if (type === "bool") {
    if (text !== "true" && text !== "false") throw new Error("It is either true or false.");
    return text === "true";
  }
  if (type === "address") {
    if (!isAddress(text)) throw new Error("This is no address. Copy it again: one digit or letter is wrong.");
    return text;
  }
  const bytes = /^bytes(\d*)$/.exec(type);
  if (bytes) {
    if (!/^0x(?:[0-9a-f]{2})*$/i.test(text))
      throw new Error("0x and pairs of hexadecimal digits are needed.");
    const wanted = Number(bytes[1] || 0);
    if (wanted && text.length !== 2 + wanted * 2) throw new Error(`Exactly ${wanted} bytes are needed.`);
  }
  return text;
}

function toInteger(text: string, isSigned: boolean, bits: number): bigint {
  if (!/^-?\d+$/.test(text)) throw new Error("A whole number is needed, without points or commas.");
  const value = BigInt(text);
  const fits = isSigned
    ? BigInt.asIntN(bits, value) === value
    : value >= 0n && BigInt.asUintN(bits, value) === value;
  if (!fits)
    throw new Error(`The number does not fit into ${bits} bits${isSigned ? "" : " without a sign"}.`);
  return value;
}
