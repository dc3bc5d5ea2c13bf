import { blend, shift, type Tone, tone } from "../colour.ts";
import { cutTo, glow, line, mass, type Node, patch, place } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import type { HatName } from "../lexicon/features.ts";
import { materials } from "../materials.ts";
import { box, ellipse, mirrored, polygon, puffs, smooth, star } from "../path.ts";

export function drawSoftHat(kit: Kit, name: HatName, cloth: Tone, colour: Tone | undefined): Node[] {
  const dark = shift(cloth, { l: -0.14 });
  const both = (nodes: Node[]) => [1, -1].map((side) => place(nodes, { isFlipped: side < 0 }));
  const lean = kit.random.fork("hatlean").range(-1, 1);
  switch (name) {
    case "wizard": {
      const felt = colour ?? blend(cloth, tone(0.38, 0.13, 285), 0.62);
      const tip = lean * 60;
      return [
        mass(
          smooth(
            [
              [-84, 2],
              [-46, -112],
              [tip * 0.5 - 22, -186],
              [tip + lean * 40, -232],
              [tip * 0.5 + 24, -168],
              [50, -106],
              [84, 2],
              [0, 20],
            ],
            0.7,
          ),
          felt,
        ),
        mass(smooth("-150,12 -80,-16 0,-2 80,-16 150,12 70,34 0,40 -70,34", 0.9), shift(felt, { l: 0.03 })),
        patch(smooth("-79,-30 0,-14 79,-30 82,-4 0,12 -82,-4", 0.7), kit.palette.accent),
        patch(star(4, -78, 5, 22, 9), materials.gold),
        patch(star(-26, -46, 4, 10, 4), materials.gold),
        patch(ellipse(tip * 0.3 + 12, -132, 7), materials.gold),
      ];
    }
    case "cap":
      return [
        mass(mirrored("0,-92 62,-76 94,-8 92,12 0,6", 0.95), cloth),
        line("M0 -90C30 -70 40 -30 40 4M0 -90C-30 -70 -40 -30 -40 4", dark, 4),
        mass(
          smooth(
            [
              [-70, -2],
              [0, -14],
              [78, -6],
              [kit.lightSide * 30 + 106, 22],
              [60, 34],
              [0, 20],
              [-60, 24],
            ],
            0.9,
          ),
          shift(cloth, { l: -0.08 }),
        ),
        mass(ellipse(0, -93, 10, 7), dark),
        patch(star(0, -38, 5, 19, 8.5), materials.white),
      ];
    case "beanie":
      return [
        mass(ellipse(0, -112, 30), blend(cloth, materials.white, 0.55)),
        mass(mirrored("0,-102 70,-82 102,-10 0,10", 0.95), cloth),
        line("M-50 -84C-58 -60 -62 -30 -62 -8M0 -98V-4M50 -84C58 -60 62 -30 62 -8", dark, 5),
        mass(smooth("-107,-14 0,-2 107,-14 105,22 0,36 -105,22", 0.5), blend(cloth, materials.white, 0.22)),
      ];
    case "tophat":
      return [
        mass(smooth("-66,0 -74,-132 0,-144 74,-132 66,0 0,10", 0.35), colour ?? tone(0.3, 0.03, 280)),
        patch(smooth("-68,-38 0,-28 68,-38 66,-6 0,6 -66,-6", 0.6), kit.palette.accent),
        mass(
          smooth("-122,-10 -60,2 0,8 60,2 122,-10 104,16 0,28 -104,16", 0.9),
          colour ?? tone(0.3, 0.03, 280),
        ),
      ];
    case "cowboy": {
      const felt = colour ?? tone(0.56, 0.09, 58);
      return [
        mass(smooth("-70,0 -64,-84 -30,-112 0,-94 30,-112 64,-84 70,0", 0.7), felt),
        patch(smooth("-69,-26 0,-16 69,-26 71,-2 0,8 -71,-2", 0.6), shift(felt, { l: -0.2 })),
        mass(
          smooth("-168,-34 -120,2 -60,2 0,6 60,2 120,2 168,-34 130,26 0,34 -130,26", 0.9),
          shift(felt, { l: 0.03 }),
        ),
        patch(star(0, -12, 5, 12, 5), materials.gold),
      ];
    }
    case "pirate": {
      const felt = colour ?? tone(0.28, 0.03, 280);
      return [
        mass(smooth("-150,6 -110,-52 -56,-92 0,-112 56,-92 110,-52 150,6 60,0 0,22 -60,0", 0.85), felt),
        line("M-138 0C-70 -84 70 -84 138 0", materials.gold, 6),
        patch(ellipse(0, -52, 20, 18), materials.bone),
        patch(box(-11, -42, 22, 16, 5), materials.bone),
        line("M-30 -26L30 -14M30 -26L-30 -14", materials.bone, 6),
        both([]),
      ].flat();
    }
    case "chef":
      return [
        mass(puffs("-66,-56 -96,-104 -46,-150 46,-150 96,-104 66,-56", 0.58), colour ?? materials.white),
        mass(smooth("-72,-78 72,-78 70,8 0,18 -70,8", 0.25), colour ?? materials.white),
        line("M-36 -56V0M0 -52V4M36 -56V0", shift(colour ?? materials.white, { l: -0.1 }), 4),
      ];
    case "party":
      return [
        mass(
          polygon([
            [-58, 4],
            [lean * 20, -156],
            [58, 4],
          ]),
          cloth,
        ),
        cutTo(
          polygon([
            [-58, 4],
            [lean * 20, -156],
            [58, 4],
          ]),
          [0, 1, 2].map((step) =>
            patch(
              polygon([
                [-80, -8 - step * 50],
                [80, -40 - step * 50],
                [80, -18 - step * 50],
                [-80, 14 - step * 50],
              ]),
              blend(shift(cloth, { h: 90 }), materials.white, 0.4),
            ),
          ),
        ),
        mass(ellipse(lean * 20, -158, 20), materials.amber),
      ];
    case "bow":
      return [
        ...both([
          mass(smooth("4,-40 64,-84 82,-34 64,8 4,-24", 0.7), cloth),
          line("M14 -34q28 -14 42 -8", dark, 4),
        ]),
        mass(ellipse(0, -32, 17, 20), dark),
      ];
    case "bandana":
      return [
        mass(smooth("-101,-30 0,-44 101,-30 103,8 0,-2 -103,8", 0.7), cloth),
        mass(smooth("96,-18 142,-34 160,8 128,0 144,50 104,20", 0.5), dark),
        patch(ellipse(0, -23, 16, 12), materials.silver),
      ];
    case "santa":
      return [
        mass(smooth("-92,0 -60,-92 20,-128 110,-74 132,6 108,-10 88,-34 92,4", 0.8), colour ?? materials.red),
        mass(ellipse(128, 16, 25), materials.white),
        mass(box(-106, -18, 212, 42, 21), materials.white),
      ];
    case "straw": {
      const weave = colour ?? tone(0.83, 0.1, 88);
      return [
        mass(mirrored("0,-82 56,-72 76,0 0,8", 0.8), weave),
        patch(smooth("-74,-26 0,-14 74,-26 77,-4 0,8 -77,-4", 0.6), kit.palette.accent),
        mass(smooth("-160,10 -76,-10 0,0 76,-10 160,10 80,32 0,38 -80,32", 0.95), weave),
        line("M-140 10Q0 42 140 10", shift(weave, { l: -0.1 }), 3),
      ];
    }
    case "beret":
      return [
        mass(smooth("-96,-2 -128,-48 -70,-96 30,-88 98,-40 92,-2 0,-10", 0.95), cloth),
        line("M-24 -92l-6 -20", dark, 8),
        mass(smooth("-94,-8 0,-18 94,-8 92,10 0,2 -92,10", 0.6), dark),
      ];
    case "fez":
      return [
        mass(polygon("-72,6 -52,-88 52,-88 72,6"), colour ?? materials.red),
        line("M0 -88Q50 -94 66 -36", materials.black, 5),
        mass(smooth("58,-38 74,-38 78,0 54,0", 0.5), materials.black),
      ];
    case "hood":
      return [
        mass(
          `${mirrored("0,-138 78,-112 134,-20 142,130 96,196 0,176", 0.9)}${mirrored("0,-64 68,-44 98,22 92,104 56,150 0,160", 0.9)}`,
          colour ?? blend(cloth, kit.palette.near, 0.4),
        ),
      ];
    case "bunnyears":
      return [
        ...both([
          mass(smooth("18,-12 30,-110 56,-150 72,-104 58,-12", 0.9), colour ?? materials.white),
          patch(smooth("30,-30 40,-100 54,-126 60,-96 50,-30", 0.9), materials.rose),
        ]),
        line("M-92 -10Q0 -40 92 -10", dark, 10),
      ];
    default:
      return [glow(0, -40, 90, cloth, 0.5)];
  }
}
