import { type GlossaryTerm, glossary } from "./web3-glossary.ts";

const introduction =
  "I am offline: no language model is available, so I answer from a small glossary of Web3 terms.";

const words = (text: string) =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}-]+/gu, " ")
    .trim()} `;

const wordsOfTerm = new Map<GlossaryTerm, string[]>(
  glossary.map((term) => [
    term,
    [term.term, ...term.alsoCalled].flatMap((name) => [words(name), words(`${name}s`)]),
  ]),
);

export function answerFromGlossary(question: string): string {
  const asked = words(question);
  const found = glossary
    .filter((term) => wordsOfTerm.get(term)?.some((name) => asked.includes(name)))
    .slice(0, 5);
  const answer =
    found.length > 0
      ? found.map(({ term, meaning }) => `${term}: ${meaning}`).join("\n\n")
      : `I can explain: ${glossary.map(({ term }) => term).join(", ")}.`;
  return `${introduction}\n\n${answer}`;
}
