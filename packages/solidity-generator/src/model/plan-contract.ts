import { GenerationError } from "../generation-error.ts";
import { findContentWords } from "../reading/account-for.ts";
import { numberWords } from "../reading/numbers.ts";
import { maxCharacters } from "../reading/read-request.ts";
import type { ContractModel, Message, ModelPlan } from "./contract-model.ts";

export interface CheckedPlan extends ModelPlan {
  /** Words of the request that no requirement mentions. */
  unmentioned: string[];
}

/**
 * Lets a model list the requirements of a request. A plan that leaves words out is sent back once. One that still leaves
 * out most of them is about something else, and the request is refused.
 */
export async function planContract(
  model: ContractModel,
  question: string,
  request: string,
  signal: AbortSignal,
): Promise<CheckedPlan> {
  const conversation: Message[] = [{ role: "user", content: request }];
  const words = findContentWords(question.slice(0, maxCharacters));
  let checked: CheckedPlan | undefined;
  for (let attempt = 0; attempt < 2; attempt++) {
    const plan = await model.plan(conversation, signal);
    if (!plan) continue;
    if (plan.refusal || plan.requirements.length === 0)
      throw notPlanned(plan.refusal ?? "it has no requirements", words);
    checked = { ...plan, unmentioned: findUnmentioned(words, plan) };
    if (checked.unmentioned.length === 0) return checked;
    conversation.splice(
      1,
      Infinity,
      { role: "assistant", content: JSON.stringify(plan) },
      {
        role: "user",
        content: `These words of the request occur in no requirement: ${checked.unmentioned.join(", ").slice(0, 1_000)}. Answer with the whole plan again, with them.`,
      },
    );
  }
  if (!checked) throw notPlanned("the answer is not a plan", words);
  if (checked.unmentioned.length * 2 > words.length)
    throw notPlanned("its plan is about something else", checked.unmentioned);
  return checked;
}

function notPlanned(why: string, words: readonly string[]): GenerationError {
  return new GenerationError(
    "not_covered",
    `The chat model did not plan a contract for this request: ${why.slice(0, 300)}.`,
    {
      notCovered: words.slice(0, 40),
    },
  );
}

export function findUnmentioned(words: readonly string[], { requirements }: ModelPlan): string[] {
  const mentioned = findContentWords(requirements.map(({ requirement }) => requirement).join(". ")).map(
    toStem,
  );
  return words.filter((word) => {
    const stem = toStem(word);
    return !mentioned.some((other) => other === stem || isSameWord(stem, other));
  });
}

function toStem(word: string): string {
  const lower = word.toLowerCase().replace(/['’]s$/, "");
  const value = numberWords[lower];
  return value === undefined ? lower.replace(/(?:ations?|ing|ers?|ors?|ed|es|s)$/, "") : String(value);
}

function isSameWord(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 4 && long.startsWith(short) && !/\d/.test(long);
}
