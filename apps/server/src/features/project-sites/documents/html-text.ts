import { Parser } from "htmlparser2";
import { cleanText, createBlockCollector } from "./collect-blocks.ts";
import type { ReadDocument } from "./document.ts";

/** What is no text of the page: code, drawings, controls and menus. Links are taken from menus all the same. */
const skippedElements = new Set(
  "script style template noscript svg math canvas iframe object nav menu dialog button select textarea".split(
    " ",
  ),
);
const headings = new Set("h1 h2 h3 h4 h5 h6 summary dt caption".split(" "));
/** Elements that stand in the middle of a sentence; every other one begins a new block. */
const inlineElements = new Set(
  "a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);
const cells = new Set(["td", "th"]);
const maxLinks = 2_000;

/**
 * Reads a page in one pass, without a tree and without recursion, so that deep nesting overflows nothing.
 * What people cannot see is left out: it is where pages talk to machines.
 */
export function readHtml(html: string): ReadDocument {
  const collector = createBlockCollector();
  const links: string[] = [];
  let title = "";
  let language: string | undefined;
  let isInTitle = false;
  /** Names of the open elements since the one that is skipped. */
  const skipped: string[] = [];
  let text = "";
  let kind: "heading" | "text" = "text";

  function endBlock(): void {
    collector.add(kind, text);
    text = "";
    kind = "text";
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === "html" && attributes.lang) language = attributes.lang;
      if (name === "a" && attributes.href && links.length < maxLinks) links.push(attributes.href);
      if (skipped.length > 0 || skippedElements.has(name) || isHidden(attributes)) {
        if (!voidElements.has(name)) skipped.push(name);
        return;
      }
      if (name === "title") isInTitle = true;
      else if (name === "br" || cells.has(name)) text += " ";
      else if (!inlineElements.has(name)) {
        endBlock();
        if (headings.has(name)) kind = "heading";
      }
    },
    ontext(data) {
      if (skipped.length > 0) return;
      if (isInTitle) title += data;
      else text += data;
    },
    onclosetag(name) {
      if (skipped.length > 0) {
        // The parser closes what it opened, innermost first, whatever the page forgot.
        if (!voidElements.has(name)) skipped.pop();
      } else if (name === "title") isInTitle = false;
      else if (!inlineElements.has(name) && !cells.has(name)) endBlock();
    },
  });
  parser.write(html);
  parser.end();
  endBlock();
  return {
    title: cleanText(title).slice(0, 300),
    ...(language && { language }),
    blocks: collector.blocks,
    links,
  };
}

const voidElements = new Set("area base br col embed hr img input link meta source track wbr".split(" "));

function isHidden(attributes: Record<string, string>): boolean {
  return (
    attributes.hidden !== undefined ||
    attributes["aria-hidden"] === "true" ||
    /display:none|visibility:hidden|font-size:0(?![.\d])/i.test(attributes.style?.replaceAll(/\s/g, "") ?? "")
  );
}
