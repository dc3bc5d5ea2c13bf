import { type Tone, toHex } from "../colour.ts";

/** SVG definitions (gradients and clip paths), written once and shared. */
export class Definitions {
  readonly #idByContent = new Map<string, string>();

  /** References a definition; `write` gets its id. */
  refer(content: string, write: (id: string) => string): string {
    const known = this.#idByContent.get(content);
    if (known !== undefined) return known.slice(0, known.indexOf("|"));
    const id = `d${this.#idByContent.size}`;
    this.#idByContent.set(content, `${id}|${write(id)}`);
    return id;
  }

  clip(d: string): string {
    return this.refer(`c${d}`, (id) => `<clipPath id="${id}"><path d="${d}"/></clipPath>`);
  }

  /** A linear gradient over the filled shape; stops are offset, tone and opacity. */
  linear(
    from: readonly [number, number],
    to: readonly [number, number],
    stops: readonly (readonly [number, Tone, number])[],
  ): string {
    return this.refer(
      `l${from}${to}${JSON.stringify(stops)}`,
      (id) =>
        `<linearGradient id="${id}" x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}">${writeStops(stops)}</linearGradient>`,
    );
  }

  /** A radial gradient over the filled shape. */
  radial(
    stops: readonly (readonly [number, Tone, number])[],
    centre: readonly [number, number] = [0.5, 0.5],
  ): string {
    return this.refer(
      `r${centre}${JSON.stringify(stops)}`,
      (id) =>
        `<radialGradient id="${id}" cx="${centre[0]}" cy="${centre[1]}" r="${centre[0] === 0.5 ? 0.5 : 0.85}">${writeStops(stops)}</radialGradient>`,
    );
  }

  toString(): string {
    const written = [...this.#idByContent.values()].map((entry) => entry.slice(entry.indexOf("|") + 1));
    return `<defs>${written.join("")}</defs>`;
  }
}

function writeStops(stops: readonly (readonly [number, Tone, number])[]): string {
  return stops
    .map(
      ([offset, tone, opacity]) =>
        `<stop offset="${offset}" stop-color="${toHex(tone)}"${opacity < 1 ? ` stop-opacity="${opacity}"` : ""}/>`,
    )
    .join("");
}
