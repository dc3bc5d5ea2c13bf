import { blend, shift, tone } from "../colour.ts";
import { flat, line, mass, patch } from "../drawing.ts";
import { materials } from "../materials.ts";
import { box, ellipse, mirrored, polygon, smooth, star } from "../path.ts";
import { both, type DrawGarment } from "./garment.ts";

const armor: DrawGarment = ({ outline, y, w, mid, cloth, dark }) => [
  mass(outline, cloth),
  patch(
    smooth(
      [
        [0, y + 20],
        [w * 0.5, y + 34],
        [w * 0.42, mid + 40],
        [0, mid + 78],
        [-w * 0.42, mid + 40],
        [-w * 0.5, y + 34],
      ],
      0.5,
    ),
    shift(cloth, { l: 0.07 }),
  ),
  line(`M0 ${y + 20}V${mid + 78}`, dark, 4),
  ...both([
    mass(ellipse(w * 0.82, y + 44, w * 0.34, 42, 18), shift(cloth, { l: 0.05 })),
    line(`M${w * 0.6} ${y + 66}q${w * 0.24} 26 ${w * 0.52} -8`, dark, 5),
  ]),
  mass(box(-w * 0.42, y - 14, w * 0.84, 30, 14), dark),
  patch(star(0, mid, 4, 26, 10), materials.gold),
];

const overalls: DrawGarment = ({ kit, outline, y, w, bottom, mid, cloth, dark, colour, inside }) => [
  mass(outline, colour ? materials.cream : blend(kit.palette.accent, materials.white, 0.5)),
  inside([
    mass(
      `M${-w * 0.5} ${y + 70}H${w * 0.5}L${w * 1.4} ${mid + 90}V${bottom + 40}H${-w * 1.4}V${mid + 90}Z`,
      cloth,
    ),
    patch(box(-w * 0.24, mid + 16, w * 0.48, 50, 8), dark),
  ]),
  ...both([
    mass(
      polygon([
        [w * 0.32, y + 80],
        [w * 0.54, y + 80],
        [w * 0.68, y + 4],
        [w * 0.48, y - 4],
      ]),
      cloth,
    ),
    flat(ellipse(w * 0.42, y + 82, 9), materials.gold),
  ]),
];

const spacesuit: DrawGarment = ({ kit, outline, y, w, bottom, mid, cloth }) => [
  mass(outline, cloth),
  mass(box(-w * 0.66, y - 20, w * 1.32, 44, 22), shift(materials.silver, { l: -0.06 })),
  mass(box(-w * 0.4, mid - 14, w * 0.8, 66, 14), materials.silver),
  ...[materials.red, materials.amber, materials.green].map((light, index) =>
    flat(ellipse(-26 + index * 26, mid + 6, 8), light),
  ),
  flat(box(-30, mid + 24, 60, 12, 6), tone(0.4, 0.05, 260)),
  ...both([line(`M${w * 0.7} ${y + 44}L${w * 0.86} ${bottom}`, kit.palette.accent, 10)]),
];

const labcoat: DrawGarment = ({ kit, outline, y, w, bottom, mid, cloth, dark, inside }) => [
  mass(outline, cloth),
  patch(
    polygon([
      [-w * 0.26, y - 8],
      [w * 0.26, y - 8],
      [0, mid + 40],
    ]),
    blend(kit.palette.accent, materials.white, 0.2),
  ),
  ...both([
    mass(
      polygon([
        [w * 0.22, y - 14],
        [w * 0.52, y],
        [w * 0.38, y + 56],
        [0, mid + 52],
        [w * 0.04, mid + 20],
      ]),
      shift(cloth, { l: -0.06 }),
    ),
  ]),
  inside([line(`M0 ${mid + 50}V${bottom}`, dark, 4), patch(box(w * 0.26, mid, w * 0.34, 40, 5), dark)]),
  line(`M${w * 0.36} ${mid - 10}v26`, kit.palette.accent, 8),
];

const apron: DrawGarment = ({ kit, outline, y, w, bottom, mid, colour, inside }) => [
  mass(outline, colour ? materials.cream : blend(kit.palette.accent, materials.white, 0.15)),
  inside([
    mass(
      mirrored(
        [
          [0, y + 46],
          [w * 0.4, y + 46],
          [w * 0.5, mid],
          [w * 0.86, bottom + 40],
          [0, bottom + 40],
        ],
        0.5,
      ),
      colour ?? materials.white,
    ),
    patch(box(-w * 0.3, mid + 34, w * 0.6, 48, 10), shift(colour ?? materials.white, { l: -0.07 })),
  ]),
  ...both([line(`M${w * 0.34} ${y + 50}L${w * 0.3} ${y - 6}`, colour ?? materials.white, 12)]),
];

export const tradeClothes = { armor, overalls, spacesuit, labcoat, apron };
