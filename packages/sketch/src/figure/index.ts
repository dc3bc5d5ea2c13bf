import { shift, type Tone, tone } from "../colour.ts";
import { cutTo, mass, type Node, place } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import type { Hair } from "../lexicon/hair.ts";
import { box } from "../path.ts";
import type { Pattern } from "../pattern.ts";
import type { Wardrobe } from "../trait-slots.ts";
import { drawAccessory, drawBackAccessory } from "./accessories.ts";
import type { Anatomy } from "./anatomy.ts";
import { drawAura } from "./aura.ts";
import { drawBody, type Framing, shapeTorso } from "./body.ts";
import { drawClothes, findSleeve, pickCloth } from "./clothes.ts";
import { drawPattern } from "./coat-pattern.ts";
import { drawEars, drawFloppyEars } from "./ears.ts";
import { drawEyes } from "./eyes.ts";
import type { Torso } from "./garment.ts";
import { drawGrowth, drawMane } from "./growths.ts";
import { drawBackHair, drawFrontHair } from "./hair.ts";
import { drawHat } from "./hats.ts";
import { shapeHead } from "./head-shape.ts";
import { drawBlush, drawMarks } from "./marks.ts";
import { drawMouth } from "./mouth.ts";
import { drawMuzzle } from "./muzzle.ts";
import { poseArms } from "./pose-arms.ts";
import { reachUp } from "./reach.ts";
import { drawRobotBack, drawRobotChest, drawRobotEyes, drawRobotFace, shapeRobotHead } from "./robot.ts";
import type { Species } from "./species.ts";
import { drawTail } from "./tails.ts";
import { drawWings } from "./wings.ts";

export interface FigureWish {
  readonly species: Species;
  readonly isRobot: boolean;
  readonly isGhost: boolean;
  readonly coat: Tone;
  readonly pattern: Pattern | undefined;
  readonly hair: Hair | undefined;
  readonly wardrobe: Wardrobe;
  readonly framing: Framing;
}

/** A figure around its head's centre, and how far it reaches up and down. */
export interface DrawnFigure {
  readonly nodes: Node[];
  readonly aura: Node[];
  readonly top: number;
  readonly bottom: number;
}

/** Draws a figure layer by layer: aura, back, body, clothing, head, eyes, mouth, headwear, held object. */
export function drawFigure(kit: Kit, wish: FigureWish): DrawnFigure {
  const { wardrobe, framing } = wish;
  const head = wish.isRobot
    ? shapeRobotHead(kit, wish.coat)
    : shapeHead(kit, wish.species, wish.coat, wish.hair);
  const torso = wish.isGhost ? shapeShroud(kit, head, framing) : shapeTorso(kit, head, framing);
  const turn = kit.random.fork("pose").range(-8, 8);
  const hasHands = !wish.isGhost || wardrobe.held !== undefined;
  const sleeve = findArmTone(kit, wish);
  const arms = hasHands
    ? poseArms(kit, { head, torso, framing, sleeve }, wardrobe.held)
    : { under: [], over: [] };
  const { aura, accessory } = wardrobe;
  const hung = accessory && accessory.name !== "none" && isOnBody(accessory.name) ? accessory : undefined;
  return {
    aura:
      aura && aura.name !== "none"
        ? drawAura(kit, aura.name, aura.colour, framing === "bust" ? 182 : 215)
        : [],
    nodes: [
      ...drawBehind(kit, wish, head, torso),
      place(drawHeadBack(kit, wish, head), { turn }),
      ...drawDressedBody(kit, wish, head, torso),
      ...arms.under,
      ...(hung && hung.name !== "none" ? drawAccessory(kit, head, torso, hung.name, hung.colour) : []),
      place(drawHeadFront(kit, wish, head, torso), { turn }),
      ...arms.over,
    ],
    top: -reachUp(head, wardrobe.hat?.name, wish.isRobot),
    bottom: framing === "full" ? torso.bottom + 24 : torso.bottom,
  };
}

function findArmTone(kit: Kit, { wardrobe, species, coat }: FigureWish): Tone {
  const worn = wardrobe.clothes;
  if (!worn || worn.name === "none") return coat;
  if (!isOverwear(worn.name)) return findSleeve(kit, worn.name, worn.colour);
  return species.isHuman ? findUndershirt(kit) : coat;
}

const findUndershirt = (kit: Kit): Tone => shift(pickCloth(kit), { l: -0.06 });

function drawBehind(kit: Kit, wish: FigureWish, head: Anatomy, torso: Torso): Node[] {
  const { wardrobe, framing, species, coat } = wish;
  const { accessory, clothes } = wardrobe;
  const isFull = framing === "full";
  const nodes: Node[] = [];
  if (accessory?.name === "wings") {
    nodes.push(...drawWings(kit, torso, accessory.colour ?? tone(0.95, 0.015, 90), true, isFull ? 0.9 : 1.1));
  } else if (species.hasWings) {
    nodes.push(...drawWings(kit, torso, shift(coat, { l: -0.08, h: -25 }), false, isFull ? 0.86 : 1));
  }
  if (accessory && accessory.name !== "none") {
    nodes.push(...drawBackAccessory(kit, torso, accessory.name, accessory.colour));
  }
  if (isFull && !wish.isGhost && !wish.isRobot) nodes.push(...drawTail(kit, head, torso));
  if (isFull && clothes?.name === "cape") {
    nodes.push(mass(torso.outline, findSleeve(kit, "cape", clothes.colour)));
  }
  return nodes;
}

function drawDressedBody(kit: Kit, wish: FigureWish, head: Anatomy, torso: Torso): Node[] {
  const { wardrobe, framing, pattern, coat } = wish;
  const worn = wardrobe.clothes;
  const isDressed = worn !== undefined && worn.name !== "none";
  const nodes = drawBody(head, torso, framing, isDressed);
  if (pattern) {
    const middle = (torso.top + torso.bottom) / 2;
    const reach = { x: 0, y: middle, rx: torso.half * 1.3, ry: middle - torso.top };
    nodes.push(...drawPattern(kit, pattern, torso.outline, coat, reach));
  }
  if (!worn || worn.name === "none")
    return wish.isRobot ? [...nodes, ...drawRobotChest(kit, torso.top, coat)] : nodes;
  // A person with only a cape or scarf also needs clothes below it.
  if (wish.species.isHuman && isOverwear(worn.name)) {
    nodes.push(...drawClothes(kit, torso, "tshirt", findUndershirt(kit)));
  }
  const clothes = drawClothes(kit, torso, worn.name, worn.colour);
  // A ghost is one sheet from head to hem, so its clothes start below the chin.
  return [...nodes, ...(wish.isGhost ? [cutTo(box(-400, torso.top - 18, 800, 900), clothes)] : clothes)];
}

const isOverwear = (name: string) => name === "scarf" || name === "bowtie" || name === "cape";

const isOnBody = (name: string) =>
  ["necklace", "collar", "scarf", "bowtie", "cape", "tie", "bird"].includes(name);

function drawHeadBack(kit: Kit, wish: FigureWish, head: Anatomy): Node[] {
  const { hat } = wish.wardrobe;
  if (wish.isRobot) return drawRobotBack(kit, head, hat !== undefined && hat.name !== "none");
  return [
    ...drawMane(kit, head),
    ...drawBackHair(kit, head),
    ...drawGrowth(kit, head),
    ...drawEars(kit, head),
  ];
}

function drawHeadFront(kit: Kit, wish: FigureWish, head: Anatomy, torso: Torso): Node[] {
  const { hat, eyes, mouth, accessory } = wish.wardrobe;
  const eyesName = eyes?.name ?? "normal";
  const face = wish.isRobot
    ? [...drawRobotFace(kit, head), ...(eyes ? [] : drawRobotEyes(head))]
    : wish.isGhost
      ? []
      : [mass(head.outline, head.coat), ...drawMarks(head)];
  const pattern = wish.pattern
    ? drawPattern(kit, wish.pattern, head.outline, wish.coat, { x: 0, y: 0, rx: head.width, ry: head.height })
    : [];
  const worn =
    accessory && accessory.name !== "none" && !isOnBody(accessory.name)
      ? drawAccessory(kit, head, torso, accessory.name, accessory.colour)
      : [];
  const eyeNodes = wish.isRobot && !eyes ? [] : drawEyes(kit, head, eyesName, eyes?.colour);
  const mouthNodes = drawMouth(kit, head, mouth?.name ?? "smile", mouth?.colour);
  // Shifting the features sideways turns the head a little.
  const turn = wish.isRobot ? 0 : kit.random.fork("turn").range(-11, 11);
  const muzzleIsLow = head.species.muzzle === "trunk";
  return [
    ...face,
    ...pattern,
    ...(wish.isRobot ? [] : drawBlush(head)),
    place([...(muzzleIsLow ? mouthNodes : []), ...drawMuzzle(kit, head)], { x: turn }),
    ...drawFrontHair(kit, head),
    ...drawFloppyEars(kit, head),
    place([...eyeNodes, ...(muzzleIsLow ? [] : mouthNodes)], { x: turn * 0.8 }),
    ...worn,
    ...(hat && hat.name !== "none"
      ? [place(drawHat(kit, hat.name, hat.colour), { y: head.browY, scale: head.width / 100 })]
      : []),
  ];
}

function shapeShroud(kit: Kit, head: Anatomy, framing: Framing): Torso {
  const sway = kit.random.fork("shroud").range(-20, 20);
  const w = head.width;
  const bottom = framing === "bust" ? 470 : 290;
  const h = head.height;
  const d = `M${-w} 0C${-w * 0.98} ${-h * 0.7} ${-w * 0.5} ${-h} 0 ${-h}C${w * 0.5} ${-h} ${w * 0.98} ${-h * 0.7} ${w} 0C${w * 1.1} 120 ${w * 1.25} ${bottom - 60} ${w * 1.2 + sway} ${bottom}q${-w * 0.3} -54 ${-w * 0.6} 0q${-w * 0.3} 44 ${-w * 0.6} 0q${-w * 0.3} -54 ${-w * 0.6} 0q${-w * 0.3} 44 ${-w * 0.6} 0C${-w * 1.25} ${bottom - 60} ${-w * 1.1} 120 ${-w} 0Z`;
  return { outline: d, top: h * 0.95, half: w * 0.9, bottom };
}
