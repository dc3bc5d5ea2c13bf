/**
 * Writes a PostgreSQL array literal. The drivers' own array encoding costs more than the statement it
 * feeds when a batch has hundreds of rows, and the two drivers encode differently.
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

/** Writes bytes as an element of a `bytea[]` literal. */
export function toByteaText(hex: string): string {
  return `\\x${hex}`;
}
