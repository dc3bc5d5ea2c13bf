const fence = "```";

/** The parts with an odd index are code blocks, which start with their language. */
const split = (text: string) => text.split(/^```/m);

/** Changes a text outside its code blocks. */
export function mapProse(text: string, change: (prose: string) => string): string {
  return split(text)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join(fence);
}

/** Replaces the code blocks for which `change` returns a text. */
export function mapCode(text: string, change: (block: string) => string | undefined): string {
  return split(text)
    .map((part, index) => (index % 2 === 0 ? part : (change(part) ?? `${fence}${part}${fence}`)))
    .join("");
}
