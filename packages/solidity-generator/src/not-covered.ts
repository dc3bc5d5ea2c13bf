import { GenerationError } from "./generation-error.ts";
import { type ContractPlan, contractKinds } from "./plan.ts";
import { maxCharacters, type Reading } from "./reading/read-request.ts";
import { findRefusal } from "./reading/refused-subjects.ts";

/** Says why a request is refused: what it is about is covered by no template. Undefined if it is covered. */
export function findGapInSubject(
  question: string,
  reading: Reading | undefined,
  earlier: ContractPlan | undefined,
): GenerationError | undefined {
  const refusal = findRefusal(question.slice(0, maxCharacters));
  if (refusal) return notCovered(refusal.reason, []);
  if (!reading) return notCovered("No template covers this request.", []);
  const { unread, claims, plan, isChange } = reading;
  const words = unread.map((part) => part.words);
  if (isChange) {
    const isSame = JSON.stringify(plan) === JSON.stringify(earlier);
    return isSame && words.length > 0
      ? notCovered(`The contract cannot be changed by this: ${quote(words)}.`, words)
      : undefined;
  }
  const subject = unread.filter(({ isSubject }) => isSubject).map((part) => part.words);
  if (subject.length > 0)
    return notCovered(`No template covers this part of the request: ${quote(subject)}.`, subject);
  const isMostlyUnread = countWords(words) > 4 && countWords(words) > claims.length;
  return isMostlyUnread
    ? notCovered(`No template covers most of this request: ${quote(words)}.`, words)
    : undefined;
}

function notCovered(message: string, words: readonly string[]): GenerationError {
  return new GenerationError(
    "not_covered",
    `${message} There are templates for: ${contractKinds.map(toWords).join(", ")}.`,
    { notCovered: words },
  );
}

/** `dutchAuction` is "dutch auction" for a person. */
function toWords(kind: string): string {
  return kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function countWords(phrases: readonly string[]): number {
  return phrases.join(" ").split(/\s+/).filter(Boolean).length;
}

function quote(phrases: readonly string[]): string {
  return phrases
    .slice(0, 8)
    .map((phrase) => `"${phrase.slice(0, 80)}"`)
    .join(", ");
}
