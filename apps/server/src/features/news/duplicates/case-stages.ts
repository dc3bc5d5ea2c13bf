/** Stages of a court case. The same people appear at each stage, and each stage is a separate story. */
const stages: readonly (readonly [name: string, words: RegExp])[] = [
  ["charge", /\b(?:arrest(?:s|ed)?|indict(?:s|ed|ment)?|charged with|extradit(?:es|ed|ion))\b/i],
  ["verdict", /\b(?:pleads?|pleaded|plea|guilty|convict(?:s|ed|ion)|admits)\b/i],
  ["sentence", /\b(?:sentenc(?:e|es|ed)|prison|jail(?:ed)?|\d+[ -]years?)\b/i],
  ["acquittal", /\bacquit(?:s|ted|tal)\b/i],
  ["pardon", /\bpardon(?:s|ed)?\b/i],
];

export function listCaseStages(title: string): string[] {
  return stages.flatMap(([name, words]) => (words.test(title) ? [name] : []));
}
