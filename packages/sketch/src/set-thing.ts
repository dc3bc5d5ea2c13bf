import type { Brief } from "./brief.ts";
import { type Tone, tone } from "./colour.ts";
import { glow, type Node, place } from "./drawing.ts";
import type { Anatomy } from "./figure/anatomy.ts";
import { drawAura } from "./figure/aura.ts";
import { drawEyes } from "./figure/eyes.ts";
import { drawHat } from "./figure/hats.ts";
import { drawMouth } from "./figure/mouth.ts";
import { plainSpecies } from "./figure/species.ts";
import type { Kit } from "./kit.ts";
import type { SettingName } from "./lexicon/settings.ts";
import type { DrawnThing } from "./objects/drawn-thing.ts";
import { findHeld, findThing } from "./objects/index.ts";
import { naturalTones } from "./objects/natural-tones.ts";
import type { SetSubject } from "./placed-subject.ts";
import type { Stage } from "./settings/stage.ts";

/** Small objects that give a landscape a focal point. */
const landmarks: Partial<Record<SettingName, readonly [string, ...string[]]>> = {
  mountains: ["house", "balloon", "castle", "pagoda"],
  sea: ["ship", "lighthouse", "ship"],
  forest: ["house", "mushroom", "house"],
  desert: ["pyramid", "balloon", "van"],
  space: ["rocket", "ufo", "rocket"],
  field: ["windmill", "house", "tree", "balloon"],
  snow: ["house", "castle", "pagoda"],
  clouds: ["balloon", "plane", "castle"],
  city: ["car", "van", "train"],
};

export function setThing(kit: Kit, brief: Brief, setting: SettingName, stage: Stage): SetSubject {
  if (brief.subject.family === "landscape") return setLandmark(kit, setting, stage);
  const draw = findThing(brief.subject.drawing);
  if (!draw) return { subject: [], front: [], keepsFront: true };
  const random = kit.random.fork("thing");
  const own = naturalTones[brief.subject.drawing] ? undefined : kit.palette.main;
  const thing = draw(kit, brief.coat ?? own);
  const [left, top, right, bottom] = thing.box;
  // A long thin object is placed diagonally, so that it can be large.
  const isLong = brief.subject.family === "tool" && (right - left) / (bottom - top) < 0.62;
  const isAloft = thing.isAloft || isLong;
  const lean = isLong ? kit.lightSide * random.range(24, 38) : random.range(-2.5, 2.5);
  const { width, height, focusX, groundY } = stage;
  const { wardrobe } = brief;
  const hasHat = wardrobe.hat !== undefined && wardrobe.hat.name !== "none";
  const room =
    height * (brief.subject.family === "building" ? 0.66 : isLong ? 0.8 : 0.62) * (hasHat ? 0.86 : 1);
  const scale = Math.min(room / (bottom - top), (width * 0.7) / (right - left)) * random.range(0.82, 1.05);
  const isFlipped = ["vehicle", "creature"].includes(brief.subject.family) && random.chance(0.5);
  const middle = ((top + bottom) / 2) * scale;
  const tilt = (lean * Math.PI) / 180;
  const x =
    focusX - (isFlipped ? -1 : 1) * ((left + right) / 2) * scale * Math.cos(tilt) + middle * Math.sin(tilt);
  const y = isAloft
    ? height * (hasHat ? 0.54 : 0.48) - middle * Math.cos(tilt)
    : groundY - bottom * scale + 8;
  const aura =
    wardrobe.aura && wardrobe.aura.name !== "none"
      ? drawAura(kit, wardrobe.aura.name, wardrobe.aura.colour, 260)
      : [];
  const shadowY = isAloft ? Math.min(height * 0.95, groundY + 50) : groundY + 6;
  return {
    subject: [
      place(aura, { x: focusX, y: isAloft ? height * 0.48 : y + middle, scale: 1.25 }),
      glow(
        focusX,
        isAloft ? height * 0.48 : y + middle,
        420,
        kit.palette.light,
        kit.palette.main.l > 0.75 ? 0.15 : 0.34,
      ),
      glow(
        focusX,
        shadowY,
        (right - left) * scale * (isAloft ? 0.42 : 0.6),
        kit.palette.ink,
        isAloft ? 0.3 : 0.55,
        34,
      ),
      place([...thing.nodes, ...drawFace(kit, brief, thing), ...drawTopping(kit, brief, thing)], {
        x,
        y,
        scale,
        turn: lean,
        isFlipped,
      }),
      ...drawCompanionThing(kit, brief, stage),
    ],
    front: [],
    keepsFront: true,
  };
}

function setLandmark(kit: Kit, setting: SettingName, stage: Stage): SetSubject {
  const random = kit.random.fork("landmark");
  const names = landmarks[setting];
  const draw = names ? findThing(random.pick(names)) : undefined;
  if (!draw) return { subject: [], front: [], keepsFront: true };
  const thing = draw(kit, random.chance(0.5) ? kit.palette.accent : undefined);
  const [left, top, right, bottom] = thing.box;
  const scale = (stage.height * random.range(0.22, 0.3)) / (bottom - top);
  const x = stage.width * (0.5 - kit.lightSide * random.range(0.14, 0.2));
  const y = thing.isAloft
    ? stage.height * 0.36 - ((top + bottom) / 2) * scale
    : stage.groundY - bottom * scale - (setting === "sea" ? 40 : 4);
  return {
    subject: [
      glow(x, stage.groundY - 4, (right - left) * scale * 0.6, kit.palette.ink, thing.isAloft ? 0 : 0.45, 18),
      place(thing.nodes, { x, y, scale }),
    ],
    front: [],
    keepsFront: true,
  };
}

function drawFace(kit: Kit, brief: Brief, thing: DrawnThing): Node[] {
  const { eyes, mouth } = brief.wardrobe;
  const [left, top, right, bottom] = thing.box;
  const at = thing.face ?? {
    x: (left + right) / 2,
    y: top + (bottom - top) * 0.58,
    size: Math.min(right - left, bottom - top) / 330,
  };
  if (!thing.face?.isAlive && !eyes && !mouth) return [];
  const head = faceAnatomy(kit, kit.palette.main, at.isProfile === true);
  const hasMouth = mouth !== undefined || thing.face?.isAlive === true;
  const eyesName =
    eyes?.name ?? (brief.mood === "fierce" ? "angry" : brief.mood === "sad" ? "sad" : "normal");
  const mouthNodes = hasMouth
    ? [
        place(
          drawMouth(kit, head, mouth?.name ?? (brief.mood === "sad" ? "frown" : "smile"), mouth?.colour),
          { y: 2, x: at.isProfile ? 30 : 0, scale: at.isProfile ? 0.7 : 1 },
        ),
      ]
    : [];
  return [
    place([...drawEyes(kit, head, eyesName, eyes?.colour), ...mouthNodes], {
      x: at.x,
      y: at.y,
      scale: at.size,
    }),
  ];
}

/** A face without a head: the object itself is the head. */
function faceAnatomy(kit: Kit, coat: Tone, isProfile: boolean): Anatomy {
  const random = kit.random.fork("face");
  return {
    species: plainSpecies(coat),
    coat,
    second: coat,
    ink: tone(0.22, 0.035, coat.h),
    iris: random.pick([tone(0.58, 0.1, 240), tone(0.55, 0.09, 60), tone(0.58, 0.11, 155)]),
    hair: coat,
    cut: undefined,
    width: 88,
    height: 70,
    eyeX: isProfile ? 0 : random.range(34, 42),
    eyeY: -6,
    eyeSize: random.range(21, 26),
    mouthY: 34,
    browY: -60,
    topY: -70,
    gaze: random.range(-1, 1),
    outline: "",
  };
}

function drawTopping(kit: Kit, brief: Brief, thing: DrawnThing): Node[] {
  const { hat } = brief.wardrobe;
  if (!hat || hat.name === "none") return [];
  const [left, top, right] = thing.box;
  const [x, y, size] = thing.hatAt ?? [(left + right) / 2, top + 22, Math.min(1.1, (right - left) / 260)];
  return [place(drawHat(kit, hat.name, hat.colour), { x, y, scale: size })];
}

/** A held object is placed next to a subject without hands. */
function drawCompanionThing(kit: Kit, brief: Brief, stage: Stage): Node[] {
  const { held } = brief.wardrobe;
  const found = held && held.name !== "none" ? findHeld(held.name) : undefined;
  if (!held || !found) return [];
  const thing = found.draw(kit, held.colour);
  const [, top, , bottom] = thing.box;
  const scale = (stage.height * 0.3) / (bottom - top);
  const x = stage.width * (0.5 + kit.lightSide * 0.36);
  return [
    glow(x, stage.groundY + 16, 70, kit.palette.ink, 0.5, 18),
    place(thing.nodes, { x, y: stage.groundY + 14 - bottom * scale, scale, turn: kit.lightSide * 8 }),
  ];
}
