import { blend, shift } from "../colour.ts";
import { line, mass, patch, place } from "../drawing.ts";
import { materials } from "../materials.ts";
import { box, ellipse, mirrored, polygon, smooth, star } from "../path.ts";
import { both, type DrawGarment } from "./garment.ts";
import { bloom } from "./hats.ts";

const hoodie: DrawGarment = ({ outline, y, w, bottom, mid, cloth, dark, inside }) => [
  mass(outline, cloth),
  inside([patch(box(-w * 0.5, mid + 20, w, bottom, 26), dark)]),
  mass(
    mirrored(
      [
        [0, y - 6],
        [w * 0.5, y - 16],
        [w * 0.66, y + 16],
        [w * 0.3, y + 62],
        [0, y + 76],
      ],
      0.9,
    ),
    shift(cloth, { l: 0.04 }),
  ),
  patch(
    mirrored(
      [
        [0, y - 4],
        [w * 0.36, y - 4],
        [w * 0.3, y + 22],
        [0, y + 46],
      ],
      0.9,
    ),
    dark,
  ),
  line(`M-20 ${y + 54}v52M20 ${y + 54}v44`, materials.white, 6),
];

const jacket: DrawGarment = ({ kit, outline, y, w, bottom, cloth, dark }) => [
  mass(outline, cloth),
  patch(
    polygon([
      [-w * 0.3, y - 6],
      [w * 0.3, y - 6],
      [w * 0.16, bottom + 20],
      [-w * 0.16, bottom + 20],
    ]),
    blend(kit.palette.accent, materials.white, 0.55),
  ),
  ...both([
    mass(
      polygon([
        [w * 0.2, y - 14],
        [w * 0.58, y - 6],
        [w * 0.5, y + 54],
        [w * 0.22, y + 34],
      ]),
      dark,
    ),
    line(`M${w * 0.2} ${y + 40}L${w * 0.16} ${bottom}`, materials.silver, 5),
  ]),
];

const sweater: DrawGarment = ({ kit, outline, y, w, cloth, dark, inside }) => [
  mass(outline, cloth),
  inside(
    [0, 1, 2, 3].map((step) =>
      patch(
        smooth(
          [
            [-w * 1.6, y + 54 + step * 56],
            [0, y + 72 + step * 56],
            [w * 1.6, y + 54 + step * 56],
            [w * 1.6, y + 80 + step * 56],
            [0, y + 98 + step * 56],
            [-w * 1.6, y + 80 + step * 56],
          ],
          0.8,
        ),
        cloth.l > 0.85 ? kit.palette.accent : blend(cloth, materials.white, 0.7),
      ),
    ),
  ),
  mass(box(-w * 0.42, y - 16, w * 0.84, 40, 18), dark),
];

const hawaiian: DrawGarment = ({ outline, y, w, bottom, cloth, inside }) => [
  mass(outline, cloth),
  inside(
    [
      [-0.7, 0.3],
      [0.6, 0.24],
      [-0.24, 0.62],
      [0.32, 0.78],
      [-0.9, 0.9],
      [0.95, 0.7],
    ].map(([px = 0, py = 0], index) =>
      place(bloom(index % 2 === 0 ? materials.white : shift(cloth, { h: 80, l: 0.1 })), {
        x: px * w,
        y: y + py * (bottom - y),
        scale: 1.05,
        turn: index * 40,
      }),
    ),
  ),
  ...both([
    mass(
      polygon([
        [2, y + 58],
        [w * 0.2, y - 12],
        [w * 0.54, y - 2],
        [w * 0.36, y + 40],
      ]),
      shift(cloth, { l: 0.07 }),
    ),
  ]),
];

const scarf: DrawGarment = ({ y, w, cloth, dark }) => [
  mass(box(w * 0.16, y + 14, 42, 108, 12), dark),
  line(`M${w * 0.16 + 4} ${y + 98}h34M${w * 0.16 + 4} ${y + 84}h34`, blend(cloth, materials.white, 0.5), 6),
  mass(
    smooth(
      [
        [-w * 0.56, y - 14],
        [0, y + 4],
        [w * 0.56, y - 14],
        [w * 0.6, y + 26],
        [0, y + 50],
        [-w * 0.6, y + 26],
      ],
      0.8,
    ),
    cloth,
  ),
  line(`M${-w * 0.4} ${y + 6}q20 18 12 30M0 ${y + 14}q14 14 8 28M${w * 0.34} ${y + 8}q-6 18 4 26`, dark, 4),
];

const bowtie: DrawGarment = ({ y, cloth, dark }) => [
  ...both([
    mass(
      smooth(
        [
          [6, y + 22],
          [54, y - 6],
          [60, y + 24],
          [54, y + 52],
        ],
        0.5,
      ),
      cloth,
    ),
  ]),
  mass(ellipse(0, y + 23, 13, 15), dark),
];

const tshirt: DrawGarment = ({ kit, outline, y, w, mid, cloth, dark }) => [
  mass(outline, cloth),
  patch(
    mirrored(
      [
        [0, y + 2],
        [w * 0.42, y - 12],
        [w * 0.5, y + 6],
        [0, y + 32],
      ],
      0.9,
    ),
    dark,
  ),
  patch(star(0, mid + 6, 5, 27, 12), blend(kit.palette.accent, materials.white, 0.6)),
];

export const streetClothes = { hoodie, jacket, sweater, hawaiian, scarf, bowtie, tshirt };
