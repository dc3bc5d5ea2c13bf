import { shift } from "../colour.ts";
import type { Hand } from "./hand.ts";
import { fillPath, plainLine, plainShape } from "./marks.ts";

/** Clean fills for building cubes: no light of its own, since every cube gets its faces lit, and no haze. */
export const voxelBase: Hand = {
  shape(shape, easel) {
    if (shape.form !== "mass") return plainShape(shape);
    const gradient = easel.definitions.linear(
      [0, 0],
      [0, 1],
      [
        [0, shift(shape.tone, { l: 0.02 }), 1],
        [1, shift(shape.tone, { l: -0.05 }), 1],
      ],
    );
    return fillPath(shape.d, `url(#${gradient})`, shape.opacity);
  },
  line: (line) => plainLine({ ...line, width: Math.max(line.width, 9) }),
  glow: () => "",
};
