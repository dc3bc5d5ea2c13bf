import type { CategoryWords } from "./category-words.ts";
import { moneyWords } from "./money-words.ts";
import { peopleWords } from "./people-words.ts";
import { technologyWords } from "./technology-words.ts";

/** The words of every category. */
export const categoryLexicon: CategoryWords = { ...peopleWords, ...moneyWords, ...technologyWords };
