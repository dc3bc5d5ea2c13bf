import { createBlockCollector } from "./collect-blocks.ts";
import type { ReadDocument } from "./document.ts";

/** Reads plain text and Markdown: empty lines separate paragraphs, headings begin with `#`. */
export function readPlainText(text: string): ReadDocument {
  const collector = createBlockCollector();
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) collector.add("text", paragraph.join("\n"));
    paragraph = [];
  };
  for (const line of text.split(/\r?\n/)) {
    const heading = /^\s*#{1,6} (.*)$/.exec(line)?.[1];
    if (heading || line.trim() === "") endParagraph();
    if (heading) collector.add("heading", heading);
    else if (line.trim() !== "") paragraph.push(line);
  }
  endParagraph();
  const [first] = collector.blocks;
  return { title: first?.kind === "heading" ? first.text : "", blocks: collector.blocks, links: [] };
}
