import { renderMermaidSVG } from "beautiful-mermaid";

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
  return text.replaceAll(/^```mermaid\n%% (.+)\n([\s\S]*?)^```$/gm, (_block, label: string, code: string) => {
    const svg = renderMermaidSVG(code, colours)
      .replace(/ *@import [^\n]*\n/, "")
      .replace("<svg ", `<svg role="img" aria-label="${label.replaceAll('"', "&quot;")}" `)
      .replaceAll(/\n\s*/g, " ");
    return `<figure class="diagram">${svg}</figure>`;
  });
}
