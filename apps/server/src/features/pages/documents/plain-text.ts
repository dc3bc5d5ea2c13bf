import { createBlockCollector } from "./collect-blocks.ts";
import type { ReadDocument } from "./document.ts";

/** Reads plain text and Markdown: paragraphs are parted by empty lines, headings begin with `#`. */
export function readPlainText(text: string): ReadDocument {
  const collector = createBlockCollector();
  for (const paragraph of text.split(/\r?\n(?:[ \t]*\r?\n)+|\r?\n(?=#{1,6} )|(?<=^#{1,6} .*)\r?\n/m)) {
    const heading = /^\s*#{1,6} (.*)$/s.exec(paragraph);
    if (heading?.[1]) collector.add("heading", heading[1]);
    else collector.add("text", paragraph);
  }
  const [first] = collector.blocks;
  return { title: first?.kind === "heading" ? first.text : "", blocks: collector.blocks, links: [] };
}
