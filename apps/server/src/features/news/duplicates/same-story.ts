import { type StoryFeatures, stagePrefix, subjectWeight } from "./story-features.ts";

/** Reports with at least this similarity belong to one story. */
export const sameStoryScore = 0.4;

/** Reports of one story appear within this many days; later ones are a sequel. */
export const sameStoryDays = 3;

const blockingKeys = 14;

function sum(features: StoryFeatures): number {
  let total = 0;
  for (const weight of features.values()) total += weight;
  return total;
}

function listNumbers(features: StoryFeatures): string[] {
  return [...features].flatMap(([feature, weight]) =>
    feature.startsWith("#") && weight >= 3 ? [feature] : [],
  );
}

function listSubjects(features: StoryFeatures): string[] {
  return [...features].flatMap(([feature, weight]) =>
    !feature.startsWith("#") && weight > subjectWeight ? [feature] : [],
  );
}

/** True when both titles name someone, and neither report mentions the other's subject. */
function haveOtherSubjects(a: StoryFeatures, b: StoryFeatures): boolean {
  const [ofA, ofB] = [listSubjects(a), listSubjects(b)];
  return (
    ofA.length > 0 && ofB.length > 0 && !ofA.some((name) => b.has(name)) && !ofB.some((name) => a.has(name))
  );
}

/** True when the titles describe different stages of a case: a plea and the sentence that follows it. */
function areOtherStages(a: StoryFeatures, b: StoryFeatures): boolean {
  const list = (features: StoryFeatures) =>
    [...features.keys()].filter((name) => name.startsWith(stagePrefix));
  const [ofA, ofB] = [list(a), list(b)];
  return ofA.length > 0 && ofB.length > 0 && !ofA.some((stage) => b.has(stage));
}

/** Computes the similarity of two reports, from 0 to 1, from their shared features. */
export function compareStories(a: StoryFeatures, b: StoryFeatures): number {
  if (areOtherStages(a, b)) return 0;
  let shared = 0;
  let sharedNumbers = 0;
  let sharedWords = 0;
  for (const [feature, weight] of a) {
    const other = b.get(feature);
    if (other === undefined) continue;
    shared += Math.min(weight, other);
    if (feature.startsWith("#") && weight >= 3) sharedNumbers += 1;
    else if (weight >= 1) sharedWords += 1;
  }
  const [small, large] = [sum(a), sum(b)];
  const score = (shared / ((small + large) / 2 || 1)) * (haveOtherSubjects(a, b) ? 0.7 : 1);
  const [numbersA, numbersB] = [listNumbers(a).length, listNumbers(b).length];
  // Both have specific numbers and none agrees: the same people on another day.
  if (sharedNumbers === 0 && numbersA > 0 && numbersB > 0) return score * 0.6;
  if (sharedNumbers > 0) return score * 1.2;
  // Shared names without a shared event: the same people in another story.
  return sharedWords < 3 ? score * 0.7 : score;
}

/** The most specific features: reports of one story share some of them, and few other reports do. */
export function chooseBlockingKeys(features: StoryFeatures): string[] {
  return [...features]
    .filter(([, weight]) => weight >= 0.8)
    .sort(([nameA, a], [nameB, b]) => b - a || (nameA < nameB ? -1 : 1))
    .slice(0, blockingKeys)
    .map(([feature]) => feature);
}
