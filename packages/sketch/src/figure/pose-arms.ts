import { shift, type Tone } from "../colour.ts";
import { type Node, place } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import type { DrawnThing } from "../objects/drawn-thing.ts";
import { findHeld } from "../objects/index.ts";
import type { Point } from "../path.ts";
import type { Random } from "../random.ts";
import type { Wardrobe } from "../trait-slots.ts";
import type { Anatomy } from "./anatomy.ts";
import { drawArm, drawHand, drawOpenHand } from "./arms.ts";
import type { Framing } from "./body.ts";
import type { Torso } from "./garment.ts";

/** Arms and what they hold, split into the parts below and above the head. */
export interface PosedArms {
  readonly under: Node[];
  readonly over: Node[];
}

export interface ArmOwner {
  readonly head: Anatomy;
  readonly torso: Torso;
  readonly framing: Framing;
  readonly sleeve: Tone;
}

const twoHanded = new Set(["book", "laptop", "scroll", "guitar", "camera"]);

/** Poses both arms for the held object. */
export function poseArms(kit: Kit, owner: ArmOwner, held: Wardrobe["held"]): PosedArms {
  const random = kit.random.fork("arms");
  const found = held && held.name !== "none" ? findHeld(held.name) : undefined;
  if (!held || !found) return poseIdle(owner, random);
  const thing = found.draw(kit, held.colour);
  const scale = (owner.framing === "bust" ? 1 : 0.8) * found.scale;
  if (twoHanded.has(held.name))
    return poseTwoHanded(owner, thing, scale, held.name === "guitar" ? 52 : random.range(-4, 4));
  return poseOneHanded(owner, thing, scale, random, held.name === "shield");
}

function reach({ head, torso, framing, sleeve }: ArmOwner, side: number, hand: Point): Node {
  return drawArm(head, torso, framing, side, hand, shift(sleeve, { l: 0.015 }));
}

function restArm(owner: ArmOwner, side: number, hand = restPoint(owner.torso, side)): Node[] {
  return [reach(owner, side, hand), ...drawHand(owner.head, hand, owner.framing).slice(0, 1)];
}

const restPoint = (torso: Torso, side: number): Point => [side * torso.half * 1.16, torso.top + 120];

function poseIdle(owner: ArmOwner, random: Random): PosedArms {
  if (owner.framing === "bust") return poseGreeting(owner, random);
  const waving = random.chance(0.35) ? random.pick([-1, 1]) : 0;
  const wave: Point = [waving * 138, owner.torso.top - 6];
  return {
    under: [-1, 1].flatMap((side) => restArm(owner, side, side === waving ? wave : undefined)),
    over: [],
  };
}

/** Some busts raise an open hand; the others keep their arms out of the frame. */
function poseGreeting(owner: ArmOwner, random: Random): PosedArms {
  if (!random.chance(0.3)) return { under: [], over: [] };
  const side = random.pick([-1, 1]);
  const hand: Point = [side * random.range(160, 176), random.range(96, 130)];
  return {
    under: [],
    over: [
      reach(owner, side, hand),
      place(drawOpenHand(owner.head), { x: hand[0], y: hand[1], turn: side * 14 }),
    ],
  };
}

function poseTwoHanded(owner: ArmOwner, thing: DrawnThing, scale: number, turn: number): PosedArms {
  const { head, torso, framing } = owner;
  const y = torso.top + (framing === "bust" ? 156 : 92);
  const grips = [-1, 1].map((side): { side: number; hand: Point } => ({
    side,
    hand: [side * 92 * scale, y + 6],
  }));
  return {
    under: [],
    over: [
      ...grips.map(({ side, hand }) => reach(owner, side, hand)),
      place(thing.nodes, { y, scale, turn }),
      ...grips.flatMap(({ hand }) => drawHand(head, hand, framing)),
    ],
  };
}

function poseOneHanded(
  owner: ArmOwner,
  thing: DrawnThing,
  scale: number,
  random: Random,
  isBehind: boolean,
): PosedArms {
  const { head, torso, framing } = owner;
  const isBust = framing === "bust";
  const side = random.pick([-1, 1]);
  const isWide = thing.box[2] - thing.box[0] > 150;
  const hangs = thing.isAloft === true && thing.box[3] > 100;
  const out = isBust ? (isWide ? random.range(134, 148) : random.range(164, 180)) : random.range(128, 144);
  const up = isBust ? (hangs ? 116 : random.range(168, 190)) : torso.top + (hangs ? -4 : 66);
  const hand: Point = [side * out, up];
  const turn = thing.isAloft ? 0 : side * random.range(6, 18);
  const fist = drawHand(head, hand, framing);
  const grip = place(thing.nodes, { x: hand[0], y: hand[1], scale, turn, isFlipped: side < 0 });
  return {
    under: isBust ? [] : restArm(owner, -side),
    over: [reach(owner, side, hand), ...(isBehind ? [...fist, grip] : [grip, ...fist])],
  };
}
