import { Parser } from "htmlparser2";

const silentElements = new Set(["script", "style", "noscript", "template", "figcaption", "svg"]);
const inlineElements = new Set([
  "a",
  "abbr",
  "b",
  "cite",
  "code",
  "em",
  "font",
  "i",
  "mark",
  "q",
  "s",
  "small",
  "span",
  "strong",
  "sub",
  "sup",
  "u",
]);

/** What an HTML fragment says and shows. */
export interface PlainContent {
  text: string;
  /** The address of its first image, as it is written there. */
  firstImage: string | undefined;
}

/** Reads an HTML fragment as text in one line. Text without markup stays as it is. */
export function toPlainContent(html: string): PlainContent {
  let text = "";
  let firstImage: string | undefined;
  let silence = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (silentElements.has(name)) silence += 1;
      if (!inlineElements.has(name)) text += " ";
      if (name === "img" && !firstImage && Number(attributes.width ?? 100) > 2) firstImage = attributes.src;
    },
    ontext(part) {
      if (silence === 0) text += part;
    },
    onclosetag(name) {
      if (silentElements.has(name)) silence -= 1;
      if (!inlineElements.has(name)) text += " ";
    },
  });
  parser.write(html);
  parser.end();
  return { text: text.replaceAll(/[\s\u00a0\u200b]+/g, " ").trim(), firstImage };
}
