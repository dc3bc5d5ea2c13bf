import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { fileURLToPath } from "node:url";

/** Replaces what stands between the markers of a bench in a page of docs/. */
export function writeMeasured(page: string, bench: string, text: string): void {
  const path = fileURLToPath(new URL(`../docs/${page}`, import.meta.url));
  const [begin, end] = [`<!-- bench:${bench} -->`, `<!-- end of bench:${bench} -->`];
  const [before, rest] = readFileSync(path, "utf8").split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`docs/${page} has no ${begin} and ${end}`);
  writeFileSync(path, `${before}${begin}\n\n${text}\n\n${end}${after}`);
}

const loadAtStart = loadavg()[0] ?? 0;

/** When and where it was measured, and whether the machine was busy with other work. */
export function describeMachine(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, ${memory} GB, Node ${process.version}`;
  return `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine}. Load average before the run: ${loadAtStart.toFixed(1)}.`;
}

export function toTable(head: string[], lines: string[][]): string {
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** A number with three digits that count, and commas. */
export function format(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-US");
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
}
