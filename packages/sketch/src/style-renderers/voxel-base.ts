import { shift } from "../colour.ts";
import { fillPath, plainLine, plainShape } from "./marks.ts";
import type { StyleRenderer } from "./style-renderer.ts";

/** Plain fills for building cubes, without shading or haze, because every face of a cube is lit later. */
export const voxelBase: StyleRenderer = {
  shape(shape, context) {
    if (shape.form !== "mass") return plainShape(shape);
    const gradient = context.definitions.linear(
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
