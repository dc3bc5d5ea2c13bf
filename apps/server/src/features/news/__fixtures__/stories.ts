import { readFileSync } from "node:fs";
import {
  chooseBlockingKeys,
  compareStories,
  sameStoryDays,
  sameStoryScore,
} from "../duplicates/same-story.ts";
import { readStory, type StoryFeatures } from "../duplicates/story-features.ts";

/** One outlet's version of a story. */
export interface StoryVersion {
  story: number;
  /** Counted from the first one. */
  day: number;
  title: string;
  summary: string;
}

/** Reads the stories in all their versions. */
export function readStories(): StoryVersion[] {
  return readFileSync(new URL("stories.tsv", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [story, day, title = "", summary = ""] = line.split("|");
      return { story: Number(story), day: Number(day), title, summary };
    });
}

/** Groups versions one after the other, as they are gathered, and measures the pairs that end in one group. */
export function measureDuplicates(versions: readonly StoryVersion[], threshold = sameStoryScore) {
  const groups: { members: { version: StoryVersion; features: StoryFeatures; keys: Set<string> }[] }[] = [];
  for (const version of versions) {
    const features = readStory(version.title, version.summary);
    const keys = new Set(chooseBlockingKeys(features));
    let best: { score: number; group: (typeof groups)[number] } | undefined;
    for (const group of groups) {
      for (const member of group.members) {
        if (Math.abs(member.version.day - version.day) > sameStoryDays) continue;
        if ([...keys].filter((key) => member.keys.has(key)).length < 2) continue;
        const score = compareStories(features, member.features);
        if (score >= threshold && score > (best?.score ?? 0)) best = { score, group };
      }
    }
    if (best) best.group.members.push({ version, features, keys });
    else groups.push({ members: [{ version, features, keys }] });
  }
  const groupOf = new Map(
    groups.flatMap((group, index) => group.members.map(({ version }) => [version, index] as const)),
  );
  let [right, said, meant] = [0, 0, 0];
  const mistakes: string[] = [];
  for (const [index, a] of versions.entries()) {
    for (const b of versions.slice(index + 1)) {
      const isSaid = groupOf.get(a) === groupOf.get(b);
      const isMeant = a.story === b.story;
      right += +(isSaid && isMeant);
      said += +isSaid;
      meant += +isMeant;
      if (isSaid !== isMeant)
        mistakes.push(`${isSaid ? "not one" : "missed"}: ${a.story} ${a.title} / ${b.story} ${b.title}`);
    }
  }
  return { precision: right / said, recall: right / meant, mistakes };
}
