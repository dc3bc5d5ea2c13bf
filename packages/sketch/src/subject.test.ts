import { describe, expect, it } from "vitest";
import { readBrief } from "./brief.ts";
import { readWords } from "./lexicon/word-list.ts";
import { readSubject } from "./subject.ts";

describe("the subject of a prompt", () => {
  it.each([
    ["a fox in a forest", "fox"],
    ["castle on a hill", "castle"],
    ["mountains at sunset", "mountains"],
    ["portrait of a wizard holding a lantern", "wizard"],
    ["a cup of coffee", "cup"],
    ["woman painter", "painter"],
    ["foxes", "fox"],
  ])("of %s is %s", (prompt, drawing) => {
    expect(readSubject(readWords(prompt))?.subject.drawing).toBe(drawing);
  });

  it("lets an animal wear a trade", () => {
    expect(readSubject(readWords("cat astronaut"))).toMatchObject({
      subject: { drawing: "cat" },
      trade: "astronaut",
    });
  });
});

describe("the brief", () => {
  const read = (prompt: string) => readBrief({ prompt, width: 512, height: 512, seed: 1 });

  it("reads colour, place, hour, mood and what is held", () => {
    const brief = read("a happy red fox with a sword in the desert at night");
    expect(brief).toMatchObject({
      setting: "desert",
      hour: "night",
      mood: "joyful",
      wardrobe: { held: { name: "sword" } },
    });
    expect(brief.coat?.h).toBeCloseTo(26, 0);
  });

  it("sends the second value of a layer to the badges", () => {
    const traits = [
      { trait_type: "Hat", value: "Crown" },
      { trait_type: "Headgear", value: "Halo" },
    ];
    const brief = readBrief({ prompt: "a fox", width: 512, height: 512, seed: 1, traits });
    expect(brief.wardrobe.hat?.name).toBe("crown");
    expect(brief.badges).toEqual([traits[1]]);
  });
});
