/**
 * What speaks for a category, and how loudly. Phrases are matched as whole words, in any letter case, singular or
 * plural; a phrase that is in several categories speaks for each of them.
 */
export type CategoryWords = Record<number, Record<string, number>>;
