import { expect, it } from "vitest";
import { pageQuestions } from "./questions.ts";
import { sitePages } from "./site-text.ts";
import { whitePaperSections } from "./white-paper-text.ts";

const places = [
  ...whitePaperSections.map((section) => ({ from: "white paper", text: section.paragraphs.join("\n") })),
  ...sitePages.flatMap(({ sections }) =>
    sections.map(({ paragraphs }) => ({ from: "website", text: paragraphs.join("\n") })),
  ),
];

it("asks twenty questions", () => {
  expect(pageQuestions).toHaveLength(20);
});

it.each(pageQuestions)("answers “$question” in exactly one place", ({ from, answer }) => {
  expect(places.filter(({ text }) => text.includes(answer)).map((place) => place.from)).toEqual([from]);
});
