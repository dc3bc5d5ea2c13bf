export function writeFunction(code: string): string {
  return `contract A { function f() public pure returns (uint256) { ${code} } }`;
}

/** Functions that each run twice per modifier: the number of traced steps doubles with every modifier. */
export function writeDoublingModifiers({
  modifiers,
  functions,
}: {
  modifiers: number;
  functions: number;
}): string {
  const names = Array.from({ length: modifiers }, (_, number) => `m${number}`);
  return `abstract contract A {
    ${names.map((name) => `modifier ${name}() { _; _; }`).join("\n")}
    ${Array.from({ length: functions }, (_, number) => `function f${number}() public ${names.join(" ")} {}`).join("\n")}
  }`;
}

/** A constructor with so many statements that compiling it exceeds the time limit. */
export function writeUnrolledConstructor(): string {
  return `contract A { uint256 x; constructor() { ${"x = x * 3 + 1; ".repeat(12_000)} } }`;
}

/** Structs that each contain the previous one twice. */
export function writeDoublingStructs(): string {
  const structs = Array.from({ length: 40 }, (_, number) => {
    const type = number === 0 ? "uint256" : `S${number - 1}`;
    return `struct S${number} { ${type} a; ${type} b; }`;
  });
  return `contract A { ${structs.join(" ")} S39 s; }`;
}
