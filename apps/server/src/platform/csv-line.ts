/**
 * Writes one line of CSV as RFC 4180 has it. A text that a spreadsheet would take for a formula gets an apostrophe in
 * front: notes and names come from people.
 */
export function writeCsvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(writeValue).join(",")}\r\n`;
}

function writeValue(value: string | number | null): string {
  if (value === null) return "";
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
