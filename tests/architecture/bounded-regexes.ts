/** A regular expression whose time grows faster than its text, and what keeps the text short. */
export interface BoundedRegex {
  file: string;
  /** How its source begins. */
  starts: string;
  /** The attack of this length must stay harmless; the check measures it. */
  maxCharacters: number;
  because: string;
}

/** Every exception of `npm run check:regexes`. */
export const boundedRegexes: readonly BoundedRegex[] = [
  {
    file: "packages/solidity-generator/src/reading/kind.ts",
    starts: "\\b(nft|erc-?721",
    maxCharacters: 4_000,
    because: "read-request.ts reads the first 4,000 characters of a request",
  },
];
