import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { base, type listNavigation } from "./navigation.ts";
import type { Source } from "./sources.ts";
import { writeExamples } from "./write-examples.ts";
import { listReferenceEntries } from "./write-reference.ts";

const summary =
  "Mintwright is a self-hosted Web3 AI platform: images, NFT collections, minting, Solidity generation and audits, chat and crypto news behind one HTTP API, with an exact credit ledger.";

/** Writes `llms.txt`, a list of the pages, and `llms-full.txt`, their text and every operation with its curl command. */
export function writeLlms(
  sources: readonly Source[],
  navigation: ReturnType<typeof listNavigation>,
  folder: string,
): void {
  const titles = new Map(sources.map(({ slug, title }) => [slug, title]));
  const lists = navigation.map(({ label, items }) => {
    const links = items.map((slug) => `- [${titles.get(slug) ?? slug}](${base}/${slug && `${slug}/`})`);
    return `## ${label}\n\n${links.join("\n")}\n`;
  });
  writeFileSync(join(folder, "llms.txt"), `# Mintwright\n\n> ${summary}\n\n${lists.join("\n")}`);
  const pages = sources.map(({ path, title, text }) => `# ${title}\n\nSource: ${path}\n${text}`);
  const operations = listReferenceEntries().map(
    ({ summary: title, description, request }) =>
      `## ${title}\n\n${description}\n\n\`\`\`sh\n${writeExamples(request).curl}\n\`\`\`\n`,
  );
  const parts = [`# Mintwright\n\n> ${summary}\n`, ...pages, `# API reference\n\n${operations.join("\n")}`];
  writeFileSync(join(folder, "llms-full.txt"), parts.join("\n\n"));
}
