import words from "./words/prompt-words.json" with { type: "json" };

const readSet = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** After these words comes what surrounds or equips the subject, not the subject itself. */
export const demotingWords = readSet(words.demoting);
/** Words that end what a demoting word began. */
export const clauseEnds = readSet(words.clauseEnds);
/** Nouns that are the subject only when nothing better is named. */
export const neutralWords = readSet(words.neutral);
/** Words that name a colour even though they also name a thing. */
export const colourOnlyWords = readSet(words.colourOnly);
/** Before what a figure wears. */
export const wearingWords = readSet(words.wearing);
/** Before what a figure holds. */
export const holdingWords = readSet(words.holding);
/** Values that leave a layer bare. */
export const nothingWords = readSet(words.nothing);
/** After the name of a style. */
export const mediumWords = readSet(words.medium);
