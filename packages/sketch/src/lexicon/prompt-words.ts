import words from "./words/prompt-words.json" with { type: "json" };

const readSet = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Words before something that surrounds or equips the subject. */
export const demotingWords = readSet(words.demoting);
/** Words that end the phrase of a demoting word. */
export const clauseEnds = readSet(words.clauseEnds);
/** Nouns that are the subject only if no better one is named. */
export const neutralWords = readSet(words.neutral);
/** Words that name a colour although they also name a thing. */
export const colourOnlyWords = readSet(words.colourOnly);
/** Words before what a figure wears. */
export const wearingWords = readSet(words.wearing);
/** Words before what a figure holds. */
export const holdingWords = readSet(words.holding);
/** Trait values that leave a layer empty. */
export const nothingWords = readSet(words.nothing);
/** Words after the name of a style. */
export const mediumWords = readSet(words.medium);
