import type { Brief } from "./brief.ts";
import { type Tone, tone } from "./colour.ts";
import { glow, type Node, place } from "./drawing.ts";
import { pickSkin } from "./figure/head-shape.ts";
import { drawFigure } from "./figure/index.ts";
import { type Species, species } from "./figure/species.ts";
import { inventSpecies } from "./figure/spirit.ts";
import { trades } from "./figure/trades.ts";
import type { Kit } from "./kit.ts";
import type { EyesName, MouthName } from "./lexicon/features.ts";
import type { Mood } from "./lexicon/moods.ts";
import type { SettingName } from "./lexicon/settings.ts";
import { naturalTones } from "./objects/natural-tones.ts";
import type { SetSubject } from "./placed-subject.ts";
import type { Random } from "./random.ts";
import { setThing } from "./set-thing.ts";
import type { Stage } from "./settings/stage.ts";
import type { Wardrobe } from "./trait-slots.ts";

/** Whether the subject is drawn as a figure with layers. */
export function isFigure(brief: Brief): boolean {
  return ["animal", "person", "robot"].includes(brief.subject.family);
}

export function findNaturalTone(brief: Brief, random: Random): Tone {
  const { family, drawing } = brief.subject;
  if (family === "robot")
    return random.pick([
      tone(0.78, 0.02, 240),
      tone(0.72, 0.08, 220),
      tone(0.8, 0.09, 85),
      tone(0.66, 0.12, 30),
      tone(0.76, 0.08, 165),
    ]);
  if (family === "person") return pickSkin(random);
  if (drawing === "spirit")
    return random.pick([
      tone(0.7, 0.13, 165),
      tone(0.62, 0.14, 295),
      tone(0.76, 0.12, 20),
      tone(0.68, 0.12, 235),
      tone(0.8, 0.12, 90),
      tone(0.5, 0.09, 280),
    ]);
  if (drawing === "tree")
    return brief.weather === "petals"
      ? tone(0.82, 0.1, 358)
      : random.pick([
          tone(0.58, 0.12, 140),
          tone(0.64, 0.13, 128),
          tone(0.72, 0.14, 62),
          tone(0.62, 0.16, 32),
        ]);
  if (["cat", "dog", "bird", "horse", "rabbit", "dragon"].includes(drawing))
    return random.pick(coats[drawing] ?? [tone(0.6, 0.1, 60)]);
  return (
    species[drawing]?.coat ??
    naturalTones[drawing] ??
    random.pick([
      tone(0.62, 0.16, 26),
      tone(0.66, 0.14, 235),
      tone(0.72, 0.15, 60),
      tone(0.64, 0.14, 150),
      tone(0.6, 0.15, 300),
    ])
  );
}

const coats: Readonly<Record<string, readonly [Tone, ...Tone[]]>> = {
  cat: [
    tone(0.68, 0.13, 55),
    tone(0.42, 0.02, 280),
    tone(0.78, 0.03, 80),
    tone(0.6, 0.03, 250),
    tone(0.9, 0.02, 80),
  ],
  dog: [tone(0.74, 0.1, 68), tone(0.5, 0.08, 50), tone(0.88, 0.03, 80), tone(0.42, 0.03, 60)],
  bird: [
    tone(0.62, 0.15, 245),
    tone(0.64, 0.18, 28),
    tone(0.66, 0.15, 145),
    tone(0.82, 0.14, 92),
    tone(0.38, 0.04, 280),
  ],
  horse: [tone(0.5, 0.09, 48), tone(0.36, 0.04, 50), tone(0.76, 0.06, 70), tone(0.9, 0.01, 80)],
  rabbit: [tone(0.9, 0.015, 70), tone(0.72, 0.06, 60), tone(0.6, 0.02, 260), tone(0.54, 0.06, 55)],
  dragon: [
    tone(0.58, 0.15, 150),
    tone(0.56, 0.18, 26),
    tone(0.54, 0.15, 265),
    tone(0.5, 0.15, 305),
    tone(0.72, 0.13, 80),
  ],
};

const moodFaces: Record<Mood, { eyes?: EyesName; mouth: MouthName }> = {
  calm: { mouth: "smile" },
  joyful: { mouth: "laugh" },
  dark: { eyes: "glowing", mouth: "fangs" },
  fierce: { eyes: "angry", mouth: "snarl" },
  dreamy: { eyes: "sleepy", mouth: "smile" },
  sad: { eyes: "sad", mouth: "frown" },
  cosy: { eyes: "happy", mouth: "smile" },
  epic: { mouth: "smirk" },
  mysterious: { eyes: "sleepy", mouth: "neutral" },
  electric: { eyes: "visor", mouth: "smirk" },
};

/** Places the subject and its shadow in the composition. */
export function setSubject(
  kit: Kit,
  brief: Brief,
  scene: { mood: Mood; setting: SettingName },
  stage: Stage,
): SetSubject {
  if (!isFigure(brief)) return setThing(kit, brief, scene.setting, stage);
  const { family, drawing } = brief.subject;
  const random = kit.random.fork("figure");
  const trade = trades[family === "person" ? drawing : (brief.trade ?? "")];
  const isRobot = family === "robot";
  let own: Species | undefined =
    drawing === "spirit" ? inventSpecies(kit) : (species[drawing] ?? species.person);
  if (own && trade?.hasElfEars && family === "person") own = { ...own, ears: "elf" };
  const framing =
    brief.hasFigureTraits || family === "person" || trade || random.chance(isRobot ? 0.5 : 0.3)
      ? "bust"
      : "full";
  const wardrobe = completeWardrobe(brief, scene.mood, trade, random, isRobot);
  const figure = drawFigure(kit, {
    species: own ?? inventSpecies(kit),
    isRobot,
    isGhost: drawing === "ghost",
    coat: brief.coat ?? kit.palette.main,
    pattern: brief.pattern,
    hair: brief.hair,
    wardrobe,
    framing,
  });

  const { width, height, focusX, groundY } = stage;
  const isPortraitFormat = height > width * 1.2;
  if (framing === "bust") {
    const wanted = (isPortraitFormat ? 2.15 : 1.95) * random.range(0.88, 1.1);
    const topRoom = height * 0.07;
    // The head is in the upper third. A tall hat moves it down and, beyond the middle, scales it down.
    let scale = wanted;
    let y = height * random.range(0.42, 0.47);
    if (y + figure.top * scale < topRoom) y = Math.min(height * 0.56, topRoom - figure.top * scale);
    if (y + figure.top * scale < topRoom) scale = (y - topRoom) / -figure.top;
    scale = Math.max(scale, (height + 10 - y) / (figure.bottom - 6));
    return {
      subject: [
        place(figure.aura, { x: focusX, y, scale }),
        contactGlow(kit, focusX, y, scale),
        place(figure.nodes, { x: focusX, y, scale }),
      ],
      front: [],
      keepsFront: false,
    };
  }
  const tall = figure.bottom - figure.top;
  const room = Math.min(height * (isPortraitFormat ? 0.62 : 0.76), groundY - height * 0.06, width * 0.95);
  const scale = (room / tall) * random.range(0.94, 1.04);
  const y = groundY + 20 - figure.bottom * scale;
  return {
    subject: [
      place(figure.aura, { x: focusX, y: y + 60 * scale, scale }),
      contactGlow(kit, focusX, y, scale),
      glow(focusX, groundY + 16, 190 * scale, kit.palette.ink, 0.55, 34 * scale),
      place(figure.nodes, { x: focusX, y, scale }),
    ],
    front: [],
    keepsFront: true,
  };
}

/** A light glow behind the head separates it from any background. */
function contactGlow(kit: Kit, x: number, y: number, scale: number): Node {
  return glow(x, y + 20 * scale, 260 * scale, kit.palette.light, kit.palette.main.l > 0.75 ? 0.12 : 0.32);
}

function completeWardrobe(
  brief: Brief,
  mood: Mood,
  trade: (typeof trades)[string] | undefined,
  random: Random,
  isRobot: boolean,
): Wardrobe {
  const face = moodFaces[mood];
  const wardrobe: Wardrobe = { ...brief.wardrobe };
  const eyes = trade?.eyes ?? (random.chance(brief.mood ? 0.85 : 0.4) ? face.eyes : undefined);
  if (trade?.hat) wardrobe.hat ??= { name: trade.hat };
  if (eyes && !isRobot) wardrobe.eyes ??= { name: eyes };
  if (trade?.mouth && brief.subject.family === "person" && (trade.mouth === "mask" || random.chance(0.7)))
    wardrobe.mouth ??= { name: trade.mouth };
  wardrobe.mouth ??= {
    name:
      brief.mood || random.chance(0.55)
        ? face.mouth
        : random.pick(["smile", "smile", "grin", "open", "smirk"]),
  };
  if (trade) wardrobe.clothes ??= { name: trade.clothes };
  if (trade?.held) wardrobe.held ??= { name: trade.held };
  if (trade?.accessory) wardrobe.accessory ??= { name: trade.accessory };
  if (brief.subject.family === "animal" && !brief.hasFigureTraits && !trade && random.chance(0.6))
    wardrobe.clothes ??= { name: random.pick(["scarf", "bowtie", "sweater", "hoodie", "overalls", "scarf"]) };
  if (brief.subject.family === "person")
    wardrobe.clothes ??= { name: random.pick(["sweater", "hoodie", "jacket", "tshirt", "overalls"]) };
  return wardrobe;
}
