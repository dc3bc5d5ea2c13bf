/**
 * Writes a PostgreSQL array literal. With hundreds of rows the drivers' own array encoding costs more than the statement,
 * and the two drivers encode differently.
 */
export function toArrayLiteral(values: readonly (string | number | null)[]): string {
  let literal = "{";
  for (const [index, value] of values.entries()) {
    if (index > 0) literal += ",";
    if (value === null) literal += "NULL";
    else if (typeof value === "number") literal += value;
    else literal += `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
  }
  return `${literal}}`;
}

export function toByteaText(hex: string): string {
  return `\\x${hex}`;
}
