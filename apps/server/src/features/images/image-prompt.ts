import { expandStyle } from "./styles.ts";
import type { DrawnTrait } from "./traits.ts";

/** Writes the words that an engine paints: the prompt, then the traits, then the style. */
export function composePrompt(
  prompt: string,
  style: string | undefined,
  traits: readonly DrawnTrait[],
): string {
  const shown = traits.map(({ trait_type, value }) => `${trait_type.toLowerCase()}: ${value}`);
  return [prompt, ...shown, ...(style ? [expandStyle(style)] : [])].join(", ");
}
