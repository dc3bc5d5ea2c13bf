import { renderMermaidSVG } from "beautiful-mermaid";
import { mapCode } from "./code-blocks.ts";

// Colours of our palette, so that a diagram follows the theme of the page. It inherits --muted and --surface.
const colours = {
  bg: "var(--paper)",
  fg: "var(--ink)",
  line: "var(--edge)",
  accent: "var(--edge)",
  border: "var(--edge)",
  font: "Geist",
  transparent: true,
};

/** Replaces Mermaid blocks by SVG. Their first line, `%% …`, describes the diagram to those who cannot see it. */
export function drawDiagrams(text: string): string {
  return mapCode(text, (block) => (block.startsWith("mermaid\n") ? drawDiagram(block) : undefined));
}

function drawDiagram(block: string): string {
  const [, description = "", ...code] = block.split("\n");
  const label = description.replace("%% ", "").replaceAll('"', "&quot;");
  const svg = renderMermaidSVG(code.join("\n"), colours)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => !line.startsWith("@import "))
    .join(" ")
    .replace("<svg ", `<svg role="img" aria-label="${label}" `);
  return `<figure class="diagram" tabindex="0">${svg}</figure>`;
}
