import { randomUUID } from "node:crypto";
import { type ProjectSite, pageQuestions, startProjectSite } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createOutbound } from "../../platform/outbound/index.ts";
import { startReader } from "./__fixtures__/start-reader.ts";
import type { PageReader } from "./project-sites.service.ts";

const maxTokens = 1_500;
const { signal } = new AbortController();

let site: ProjectSite;
let clone: ClonedDatabase;
let reader: PageReader;

beforeAll(async () => {
  site = await startProjectSite();
  clone = await cloneDatabase();
  const outbound = createOutbound({ allow: [site.authority] });
  reader = await startReader({ ...clone, outbound, processId: randomUUID() });
});

afterAll(async () => {
  await reader.stop();
  await site.stop();
  await clone.close();
});

function find(question: string) {
  const pages = [
    { field: "companyWebsiteUrl", url: site.websiteUrl },
    { field: "whitePaperUrl", url: site.whitePaperUrl },
  ];
  return reader.findPassages({ accountId: randomUUID(), pages, question, maxTokens, signal });
}

it("finds the passage that answers for at least 18 of the 20 questions", async () => {
  const missed: string[] = [];
  for (const { question, answer } of pageQuestions) {
    const { passages, warnings } = await find(question);
    expect(warnings).toEqual([]);
    const rank = passages.findIndex(({ text }) => text.replaceAll("\n", " ").includes(answer));
    if (rank < 0) missed.push(question);
  }
  expect(missed.length, `missed: ${missed.join(" | ")}`).toBeLessThanOrEqual(2);
});
