/** A model with ranges: sizes in pixels per side, sampler steps. */
export interface RangedImageModel {
  kind: "ranged";
  minSide: number;
  maxSide: number;
  maxUpscaledSide: number;
  steps: { min: number; max: number; default: number };
}

/** A model with a few fixed sizes and no steps. */
export interface FixedImageModel {
  kind: "fixed";
  sizes: readonly (readonly [width: number, height: number])[];
}

export type ImageModel = RangedImageModel | FixedImageModel;

const forge = {
  kind: "ranged",
  minSide: 768,
  maxSide: 1024,
  maxUpscaledSide: 1536,
  steps: { min: 1, max: 50, default: 25 },
} as const;

export const imageModels = {
  velogen: {
    kind: "ranged",
    minSide: 512,
    maxSide: 768,
    maxUpscaledSide: 1920,
    steps: { min: 1, max: 4, default: 2 },
  },
  nebula_forge_xl: forge,
  VisionaryForge: forge,
  Dale3: {
    kind: "fixed",
    sizes: [
      [1024, 1024],
      [1792, 1024],
      [1024, 1792],
    ],
  },
} as const satisfies Record<string, ImageModel>;

export type ImageModelName = keyof typeof imageModels;

export const imageModelNames = Object.keys(imageModels) as [ImageModelName, ...ImageModelName[]];

export const enhancements = ["original", "1x", "2x"] as const;

export type Enhancement = (typeof enhancements)[number];

/** Lists the sizes to offer for a model: base sizes first, then upscaled ones, including 16:9 and 9:16. */
export function listCommonSizes(name: ImageModelName): readonly (readonly [width: number, height: number])[] {
  const model: ImageModel = imageModels[name];
  if (model.kind === "fixed") return model.sizes;
  const { minSide, maxSide, maxUpscaledSide } = model;
  const widescreen = Math.round((maxUpscaledSide * 9) / 16);
  return [
    [maxSide, maxSide],
    [minSide, maxSide],
    [maxSide, minSide],
    [minSide, minSide],
    [maxUpscaledSide, widescreen],
    [widescreen, maxUpscaledSide],
    [maxUpscaledSide, maxUpscaledSide],
  ];
}
