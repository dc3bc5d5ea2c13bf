import { blend, shift } from "../colour.ts";
import { cutTo, line, mass, type Node, patch } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import { ellipse, mirrored, smooth } from "../path.ts";
import type { Anatomy } from "./anatomy.ts";
import type { Torso } from "./garment.ts";

/** How much of the figure is visible. */
export type Framing = "bust" | "full";

/** The torso for a framing; the seed varies its build. */
export function shapeTorso(kit: Kit, head: Anatomy, framing: Framing): Torso {
  const random = kit.random.fork("torso");
  if (framing === "bust") {
    const half = random.range(104, 124) * (head.species.isHuman ? 0.98 : 1.02);
    const top = head.height * (head.species.isHuman ? 1.14 : 0.92);
    const slope = random.range(16, 34);
    return {
      half,
      top,
      bottom: 470,
      outline: mirrored(
        [
          [0, top - 12],
          [half * 0.42, top - 8],
          [half * 0.96, top + slope],
          [half * 1.28, top + slope + 52],
          [half * 1.46, top + 170],
          [half * 1.6, 470],
          [0, 470],
        ],
        0.8,
      ),
    };
  }
  const half = random.range(76, 90);
  const top = head.height * 0.86;
  const bottom = top + random.range(172, 200);
  return {
    half,
    top,
    bottom,
    outline: mirrored(
      [
        [0, top - 14],
        [half * 0.56, top - 2],
        [half * 0.9, top + 58],
        [half * 1.06, bottom - 52],
        [half * 0.84, bottom - 6],
        [0, bottom],
      ],
      0.95,
    ),
  };
}

export function drawBody(head: Anatomy, torso: Torso, framing: Framing, isDressed: boolean): Node[] {
  const { coat, second, species } = head;
  const { top, half, bottom } = torso;
  const nodes: Node[] = [];
  if (species.isHuman && framing === "bust")
    nodes.push(
      mass(
        smooth(
          [
            [-30, top - 60],
            [30, top - 60],
            [36, top + 30],
            [0, top + 44],
            [-36, top + 30],
          ],
          0.4,
        ),
        shift(coat, { l: -0.06 }),
      ),
    );
  if (framing === "full") {
    const shoe =
      isDressed && species.isHuman
        ? blend(head.ink, coat, 0.15)
        : species.isBird
          ? { l: 0.74, c: 0.15, h: 62 }
          : shift(coat, { l: -0.05 });
    nodes.push(...[-1, 1].map((side) => mass(ellipse(side * half * 0.56, bottom - 1, half * 0.5, 25), shoe)));
  }
  nodes.push(mass(torso.outline, coat));
  if (framing === "bust" && !isDressed)
    nodes.push(
      ...[-1, 1].map((side) =>
        line(
          `M${side * half * 0.98} ${top + 150}Q${side * half * 1.02} 330 ${side * half * 1.1} 470`,
          shift(coat, { l: -0.09 }),
          7,
          0.8,
        ),
      ),
    );
  const belly =
    framing === "bust"
      ? ellipse(0, top + 150, half * 0.72, 150)
      : ellipse(0, (top + bottom) / 2 + 14, half * 0.68, (bottom - top) * 0.46);
  if (
    framing === "bust" &&
    !isDressed &&
    !species.isHuman &&
    !species.isBird &&
    species.tail !== "spiked" &&
    species.muzzle !== "frog" &&
    species.muzzle !== "none"
  ) {
    // A ruff instead of a bib, because its points look like chest fur.
    nodes.push(
      mass(
        mirrored(
          [
            [0, top - 20],
            [half * 0.8, top - 4],
            [half * 1.02, top + 56],
            [half * 0.8, top + 50],
            [half * 0.74, top + 102],
            [half * 0.5, top + 76],
            [half * 0.4, top + 116],
            [half * 0.18, top + 96],
            [0, top + 124],
          ],
          0.6,
        ),
        species.marks.includes("panda") ? shift(species.second, { l: 0.04 }) : blend(second, coat, 0.12),
      ),
    );
  } else if (!species.isHuman && species.muzzle !== "none")
    nodes.push(cutTo(torso.outline, [patch(belly, species.marks.includes("panda") ? coat : second)]));
  return nodes;
}
