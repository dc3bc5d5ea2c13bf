import type { AstNode } from "./ast.ts";

/** A file name and lines, counted from 1. */
export interface Place {
  file: string;
  first: number;
  last: number;
}

/** Converts solc's byte offsets to lines and source code. */
export class SourceText {
  readonly name: string;
  readonly #bytes: Buffer;
  readonly #lineStarts: number[] = [0];

  constructor(name: string, content: string) {
    this.name = name;
    this.#bytes = Buffer.from(content, "utf8");
    for (let at = this.#bytes.indexOf(10); at !== -1; at = this.#bytes.indexOf(10, at + 1)) {
      this.#lineStarts.push(at + 1);
    }
  }

  /** The line of a byte offset, counted from 1. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** The trimmed text of a line. */
  line(number: number): string {
    const end = this.#lineStarts[number] ?? this.#bytes.length;
    return this.#bytes.toString("utf8", this.#lineStarts[number - 1], end).trim();
  }

  slice(start: number, length: number): string {
    return this.#bytes.toString("utf8", start, start + length);
  }
}

/** Parses `start:length:file` of a node. */
export function readSrc(node: AstNode): { start: number; length: number; file: number } {
  const [start = 0, length = 0, file = 0] = node.src.split(":").map(Number);
  return { start, length, file };
}
