import { isAddress } from "viem";

/** An input of a constructor, as in the ABI. */
export interface ArgumentKind {
  name?: string | undefined;
  type: string;
  components?: readonly ArgumentKind[];
}

/** Returns the constructor inputs of an ABI. */
export function findConstructor(abi: readonly unknown[]): {
  inputs: readonly ArgumentKind[];
  isPayable: boolean;
} {
  const found = (abi as { type: string; inputs?: ArgumentKind[]; stateMutability?: string }[]).find(
    ({ type }) => type === "constructor",
  );
  return { inputs: found?.inputs ?? [], isPayable: found?.stateMutability === "payable" };
}

/** Describes the input format of a type. */
export function describeArgument({ type }: ArgumentKind): string {
  if (type.endsWith("]")) return "A JSON array";
  if (type === "tuple") return "A JSON object";
  if (/^u?int/.test(type)) return "A whole number";
  if (type === "bool") return "true or false";
  if (type === "address") return "0x followed by 40 hexadecimal digits";
  if (type.startsWith("bytes")) return "0x followed by hexadecimal digits";
  return "Text";
}

/** Parses text as a value of the type. Throws an error with a message for the user. */
export function readArgument(kind: ArgumentKind, text: string): unknown {
  if (kind.type === "string") return text;
  const isStructured = kind.type.endsWith("]") || kind.type === "tuple";
  return toValue(kind, isStructured ? parseJson(kind, text) : text.trim());
}

function parseJson(kind: ArgumentKind, text: string): unknown {
  try {
    // Quote numbers before parsing: a JavaScript number would lose digits of a uint256.
    return JSON.parse(
      text.replaceAll(
        /("(?:\\.|[^"\\])*"?)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g,
        (all, quoted) => quoted ?? `"${all}"`,
      ),
    );
  } catch {
    throw new Error(`Enter ${describeArgument(kind).replace(/^A /, "a ")}.`);
  }
}

function toValue(kind: ArgumentKind, given: unknown): unknown {
  const { type, components = [] } = kind;
  const list = /^(.*)\[(\d*)\]$/.exec(type);
  if (list) {
    const [, inner = "", length] = list;
    if (!Array.isArray(given)) throw new Error("Enter a JSON array.");
    if (length && given.length !== Number(length)) throw new Error(`Enter an array of ${length} items.`);
    return given.map((one) => toValue({ ...kind, type: inner }, one));
  }
  if (type === "tuple") {
    if (typeof given !== "object" || given === null) throw new Error("Enter a JSON object.");
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
    if (text !== "true" && text !== "false") throw new Error("Enter true or false.");
    return text === "true";
  }
  if (type === "address") {
    if (!isAddress(text)) throw new Error("Invalid address or checksum. Copy the address again.");
    return text;
  }
  const bytes = /^bytes(\d*)$/.exec(type);
  if (bytes) {
    if (!/^0x(?:[0-9a-f]{2})*$/i.test(text))
      throw new Error("Enter 0x followed by pairs of hexadecimal digits.");
    const wanted = Number(bytes[1] || 0);
    if (wanted && text.length !== 2 + wanted * 2) throw new Error(`Enter exactly ${wanted} bytes.`);
  }
  return text;
}

function toInteger(text: string, isSigned: boolean, bits: number): bigint {
  if (!/^-?\d+$/.test(text)) throw new Error("Enter a whole number without separators.");
  const value = BigInt(text);
  const fits = isSigned
    ? BigInt.asIntN(bits, value) === value
    : value >= 0n && BigInt.asUintN(bits, value) === value;
  if (!fits) throw new Error(`Out of range for ${isSigned ? "int" : "uint"}${bits}.`);
  return value;
}
