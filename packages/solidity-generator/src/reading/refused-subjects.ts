import { readNames } from "./names.ts";

/**
 * Contracts that hold other people's money and depend on an economic design. A template cannot know whether that design
 * is sound, so none is offered.
 */
const refusedSubjects: [words: RegExp, reason: string][] = [
  [
    /\bamms?\b|\bautomated market maker\b|\bconstant product\b|\bliquidity pool\b|\b(?:decentrali[sz]ed )?exchange\b|\bdex\b|\buniswap\b|\bx\s?\*\s?y\b|\bswap pool\b/i,
    "An automated market maker or exchange",
  ],
  [
    /\blend(?:s|ing|er|ers)?\b|\bborrow\w*|\bcollateral\w*|\bloans?\b|\bliquidat\w*|\bcdps?\b/i,
    "Lending against collateral",
  ],
  [
    /\bbonding curve\b|\bprice (?:grows?|rises?|increases?|goes up) (?:\w+ )?with (?:the )?supply\b/i,
    "A bonding curve",
  ],
  [/\binsur\w*/i, "Insurance"],
  [
    /\bcasino\b|\bgambl\w*|\bbett?ing\b|\bbets?\b|\bwager\w*|\bdice\b|\broulette\b|\bpoker\b|\bblackjack\b|\bslot machine\b|\bcoin ?flip\b|\bprediction markets?\b|\bsports? ?book\b|\bplay-?to-?earn\b/i,
    "A game for money",
  ],
  [
    /\bperp(?:s|etuals?)\b|\bfutures\b|\boptions (?:trading|contract|market)\b|\bleverag\w*|\bmargin\b|\bderivatives?\b|\bsynthetic\w*/i,
    "Trading with leverage or derivatives",
  ],
  [/\bcross-?chain\b|\bbridges?\b|\blayer ?zero\b/i, "A bridge between chains"],
  [/\barbitrage\b|\bmev\b|\bsandwich\b|\bfront-?run\w* bot\b|\btrading bot\b|\bsniper\b/i, "A trading bot"],
  [
    /\balgorithmic (?:stable\s?-?coin|peg)\b|\belastic supply\b|\brebas\w*/i,
    "A token whose supply follows a price",
  ],
];

const schemes = /\bponzi\b|\bpyramid\b|\bhoney-?pot\b|\brug ?pull\b|\bmlm\b|\bmixer\b|\btornado\b/i;

/** "token for our lending protocol" asks for a token. */
const purposeOfToken = /\b(?:tokens?|coins?|nfts?)\b(?: \w+){0,3} for (?:my|our|an?|the) [^,.;:]*/gi;

export interface Refusal {
  reason: string;
  /** Whether it is refused with a model as well. */
  isFinal: boolean;
}

/** Why no template is offered for a request; undefined if it asks for none of these. */
export function findRefusal(text: string): Refusal | undefined {
  const { name } = readNames(text);
  const prose = (name ? text.replaceAll(name, " ") : text)
    .replaceAll(/\bflash[ -]?(?:loans?|lend\w*|borrow\w*)/gi, " ")
    .replaceAll(purposeOfToken, " ");
  if (schemes.test(prose))
    return { reason: "A scheme that takes other people's money is not written.", isFinal: true };
  const subject = refusedSubjects.find(([words]) => words.test(prose))?.[1];
  return subject
    ? {
        reason: `${subject} holds other people's money and depends on an economic design, so it is not written from a template.`,
        isFinal: false,
      }
    : undefined;
}
