import { blend } from "../colour.ts";
import { flat, mass, patch } from "../drawing.ts";
import { materials } from "../materials.ts";
import { box, ellipse, mirrored, polygon, smooth } from "../path.ts";
import { both, type DrawGarment } from "./garment.ts";

const suit: DrawGarment = ({ kit, outline, y, w, mid, cloth, dark }) => [
  mass(outline, cloth),
  patch(
    polygon([
      [-w * 0.32, y - 6],
      [w * 0.32, y - 6],
      [0, mid + 54],
    ]),
    materials.white,
  ),
  ...both([
    mass(
      polygon([
        [w * 0.3, y - 12],
        [w * 0.56, y + 6],
        [w * 0.5, y + 46],
        [w * 0.4, y + 50],
        [0, mid + 62],
        [w * 0.02, mid + 30],
      ]),
      dark,
    ),
  ]),
  mass(
    polygon([
      [-13, y + 8],
      [13, y + 8],
      [9, y + 28],
      [17, mid + 26],
      [0, mid + 46],
      [-17, mid + 26],
      [-9, y + 28],
    ]),
    kit.palette.accent,
  ),
];

const dress: DrawGarment = ({ outline, y, w, cloth }) => [
  mass(outline, cloth),
  mass(
    mirrored(
      [
        [0, y + 6],
        [w * 0.42, y - 8],
        [w * 0.72, y + 14],
        [w * 0.5, y + 50],
        [0, y + 58],
      ],
      0.9,
    ),
    blend(cloth, materials.white, 0.4),
  ),
  ...[-2, -1, 0, 1, 2].map((step) =>
    flat(ellipse(step * w * 0.18, y + 36 - Math.abs(step) * 8, 8), materials.white),
  ),
];

const vest: DrawGarment = ({ kit, outline, y, w, bottom, mid, cloth, dark, inside }) => [
  mass(outline, materials.cream),
  inside(
    both([
      mass(
        polygon([
          [w * 0.26, y - 14],
          [w * 0.62, y - 10],
          [w * 0.74, bottom + 20],
          [w * 0.08, bottom + 20],
          [w * 0.12, mid],
        ]),
        cloth,
      ),
    ]),
  ),
  flat(ellipse(0, mid + 20, 6), dark),
  flat(ellipse(0, mid + 60, 6), dark),
  mass(
    polygon([
      [0, y + 20],
      [-34, y + 4],
      [-34, y + 38],
    ]),
    kit.palette.accent,
  ),
  mass(
    polygon([
      [0, y + 20],
      [34, y + 4],
      [34, y + 38],
    ]),
    kit.palette.accent,
  ),
];

const cape: DrawGarment = ({ y, w, bottom, cloth }) => [
  mass(
    mirrored(
      [
        [0, y - 4],
        [w * 0.6, y - 12],
        [w * 1.06, y + 46],
        [w * 1.3, bottom + 14],
        [w * 0.66, bottom + 14],
        [w * 0.42, y + 76],
        [0, y + 44],
      ],
      0.7,
    ),
    cloth,
  ),
  mass(
    mirrored(
      [
        [0, y + 2],
        [w * 0.6, y - 18],
        [w * 0.72, y + 18],
        [0, y + 44],
      ],
      0.9,
    ),
    blend(cloth, materials.white, 0.78),
  ),
  mass(ellipse(0, y + 34, 17), materials.gold),
];

const robe: DrawGarment = ({ kit, outline, y, w, bottom, cloth, dark, inside }) => [
  mass(outline, cloth),
  inside([
    patch(
      polygon([
        [-15, y],
        [15, y],
        [26, bottom + 20],
        [-26, bottom + 20],
      ]),
      kit.palette.accent,
    ),
  ]),
  ...both([
    mass(
      smooth(
        [
          [4, y + 60],
          [w * 0.16, y - 14],
          [w * 0.54, y - 4],
          [w * 0.5, y + 30],
        ],
        0.5,
      ),
      dark,
    ),
  ]),
  mass(ellipse(0, y + 58, 16), materials.gold),
];

const kimono: DrawGarment = ({ kit, outline, y, w, bottom, cloth, dark, inside }) => [
  mass(outline, cloth),
  mass(
    polygon([
      [-w * 0.46, y - 14],
      [-w * 0.18, y - 16],
      [w * 0.3, bottom],
      [w * 0.02, bottom],
    ]),
    dark,
  ),
  mass(
    polygon([
      [w * 0.46, y - 14],
      [w * 0.18, y - 16],
      [-w * 0.34, bottom - 20],
      [-w * 0.02, bottom - 20],
    ]),
    blend(cloth, materials.white, 0.75),
  ),
  inside([mass(box(-w * 1.4, bottom - 66, w * 2.8, 54), kit.palette.accent)]),
];

export const formalClothes = { suit, dress, vest, cape, robe, kimono };
