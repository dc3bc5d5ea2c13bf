import type { Brief } from "./brief.ts";
import { readBrief } from "./brief.ts";
import { blend, shift, type Tone, tone } from "./colour.ts";
import { glow, type Node } from "./drawing.ts";
import { trades } from "./figure/trades.ts";
import type { Kit } from "./kit.ts";
import type { Mood } from "./lexicon/moods.ts";
import type { Hour, SettingName } from "./lexicon/settings.ts";
import { borrowPalette, choosePalette } from "./palette.ts";
import { createRandom, type Random } from "./random.ts";
import { drawReferenceBackdrop } from "./reference-backdrop.ts";
import type { ReferenceLook } from "./reference-look.ts";
import type { SketchRequest } from "./request.ts";
import { findNaturalTone, isFigure, setSubject } from "./set-subject.ts";
import { settings } from "./settings/index.ts";
import type { Stage } from "./settings/stage.ts";
import { drawWeather } from "./settings/weather.ts";

/** A composition in planes, before a style renders it. */
export interface Scene {
  readonly brief: Brief;
  readonly kit: Kit;
  readonly stage: Stage;
  readonly setting: SettingName;
  /** In units; the short side is 1000. */
  readonly width: number;
  readonly height: number;
  readonly back: Node[];
  readonly subject: Node[];
  readonly front: Node[];
}

/** Parses a request and composes its scene: place, light, subject and foreground. */
export function composeScene(request: SketchRequest, look?: ReferenceLook): Scene {
  const brief = readBrief(request);
  // The seed key excludes style and traits: in another style a token keeps its pose, and a trait changes only its layer.
  const random = createRandom(`${request.prompt}\u0000${request.seed}`);
  const short = Math.min(request.width, request.height);
  const [width, height] = [(request.width / short) * 1000, (request.height / short) * 1000];
  const mood = brief.mood ?? chooseMood(brief, random);
  const setting = brief.setting ?? chooseSetting(brief, random);
  const hour = brief.hour ?? (look ? readHour(look) : chooseHour(brief, setting, random));
  const natural = chooseMain(brief, random.fork("main"));
  const main = look ? mixMain(brief, natural, look) : natural;
  const wishes = { main, accent: brief.accent, background: brief.background, mood, setting, hour };
  const palette = look ? borrowPalette(look, wishes) : choosePalette(wishes, random.fork("palette"));
  const lightSide = look?.lightSide ?? random.fork("light").pick([-1, 1]);
  const kit: Kit = { palette, random, lightSide };
  const frame = random.fork("framing");
  const isWide = width > height * 1.2;
  const third = isWide ? 0.5 - kit.lightSide * 0.15 : 0.5 - kit.lightSide * frame.range(0, 0.035);
  const stage: Stage = {
    kit,
    width,
    height,
    hour,
    lamp: look
      ? [width * look.lamp[0], height * look.lamp[1]]
      : [width * (0.5 + kit.lightSide * frame.range(0.27, 0.36)), height * frame.range(0.14, 0.25)],
    groundY: height * (look ? Math.max(0.78, look.groundY) : frame.range(0.84, 0.88)),
    focusX: width * (look ? Math.min(0.72, Math.max(0.28, look.focusX)) : third),
  };
  const place = look && !brief.setting ? drawReferenceBackdrop(stage, look) : settings[setting](stage);
  const set = setSubject(kit, brief, { mood, setting }, stage);
  return {
    brief,
    kit,
    stage,
    setting,
    width,
    height,
    back: place.back,
    subject: set.subject,
    front: [
      ...(set.keepsFront ? place.front : []),
      ...drawDust(stage),
      ...set.front,
      ...(brief.weather ? drawWeather(stage, brief.weather) : []),
    ],
  };
}

/** The reference's colour replaces the subject's own, less so for people. */
function mixMain(brief: Brief, natural: Tone, { subject, sky }: ReferenceLook): Tone {
  if (brief.coat) return brief.coat;
  const mixed = blend(natural, subject, brief.subject.family === "person" ? 0.2 : 0.6);
  return Math.abs(mixed.l - sky.l) < 0.12 ? shift(mixed, { l: sky.l > 0.55 ? -0.18 : 0.18 }) : mixed;
}

function readHour({ lightness, sky }: ReferenceLook): Hour {
  if (lightness < 0.42) return "night";
  return sky.c > 0.07 && sky.h > 20 && sky.h < 90 ? "sunset" : "day";
}

function drawDust(stage: Stage): Node[] {
  const random = stage.kit.random.fork("dust");
  return Array.from({ length: 7 }, () => {
    const x = random.chance(0.5) ? random.range(0, 0.2) : random.range(0.8, 1);
    return glow(
      stage.width * x,
      stage.height * random.range(0.1, 0.95),
      random.range(12, 46),
      stage.kit.palette.light,
      random.range(0.25, 0.5),
    );
  });
}

function chooseMain(brief: Brief, random: Random): Tone {
  const natural = findNaturalTone(brief, random);
  if (brief.coat) return brief.coat;
  const metal = brief.pattern === "metal" ? tone(0.72, 0.02, 240) : natural;
  return shift(metal, { l: random.range(-0.04, 0.04), h: random.range(-10, 10), c: random.range(0.9, 1.12) });
}

function chooseMood(brief: Brief, random: Random): Mood {
  const fork = random.fork("mood");
  if (brief.subject.drawing === "ghost" || brief.subject.drawing === "skeleton")
    return fork.pick(["mysterious", "dark", "dreamy"]);
  return fork.pick(["calm", "joyful", "dreamy", "cosy", "epic", "joyful", "calm"]);
}

function chooseSetting(brief: Brief, random: Random): SettingName {
  const fork = random.fork("setting");
  const { family, drawing } = brief.subject;
  const trade = trades[brief.trade ?? drawing];
  if (trade?.setting && !brief.hasFigureTraits && fork.chance(0.6)) return trade.setting;
  if (drawing === "rocket" || drawing === "ufo") return fork.pick(["space", "clouds", "space"]);
  if (drawing === "ship") return "sea";
  if (["fish", "whale", "shark", "octopus", "jellyfish", "crab", "submarine"].includes(drawing))
    return "underwater";
  if (drawing === "plane" || drawing === "balloon") return fork.pick(["clouds", "mountains", "field"]);
  if (family === "vehicle") return fork.pick(["city", "desert", "field", "mountains"]);
  if (family === "building")
    return drawing === "lighthouse"
      ? "sea"
      : drawing === "pyramid"
        ? "desert"
        : fork.pick(["field", "mountains", "snow", "field"]);
  if (family === "plant") return fork.pick(["studio", "field", "burst"]);
  if (family === "creature") return fork.pick(["forest", "field", "studio"]);
  if (isFigure(brief) && brief.hasFigureTraits)
    return fork.pick(["studio", "studio", "burst", "studio", "clouds"]);
  if (family === "animal") return fork.pick(["forest", "field", "mountains", "studio", "snow", "studio"]);
  if (family === "food") return fork.pick(["studio", "burst", "studio", "field", "clouds"]);
  if (family === "tool" || family === "symbol") {
    return fork.pick(["studio", "burst", "clouds", "cave", "mountains", "studio", "space", "desert"]);
  }
  return fork.pick(["studio", "burst", "studio"]);
}

function chooseHour(brief: Brief, setting: SettingName, random: Random): Hour {
  const hasNoSky = ["studio", "burst", "underwater", "library", "cave", "grid", "space"].includes(setting);
  if (hasNoSky || brief.background) return "day";
  return random.fork("hour").pick(["day", "day", "sunset", "dawn", "night", "day"]);
}
