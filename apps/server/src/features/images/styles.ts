import type { DrawnTrait } from "./traits.ts";

/** A style known by name, with the wording that is added to the prompt. */
export interface Style {
  name: string;
  description: string;
  wording: string;
}

export const styles: readonly Style[] = [
  [
    "flat",
    "Clean shapes, few colours",
    "flat vector illustration, clean geometric shapes, limited palette, soft shading",
  ],
  [
    "paper cut",
    "Layered coloured paper",
    "layered paper cut illustration, crisp paper edges, soft drop shadows between layers",
  ],
  ["pixel", "Retro game sprite", "pixel art, 16-bit game sprite, limited palette, crisp pixels, dithering"],
  ["line", "Ink drawing", "fine ink line drawing, cross hatching, white paper, minimal colour"],
  [
    "neon",
    "Glowing outlines at night",
    "neon glow, dark night background, luminous outlines, synthwave colours",
  ],
  [
    "watercolour",
    "Soft pigment on paper",
    "loose watercolour painting, wet edges, visible paper texture, soft pigment blooms",
  ],
  [
    "isometric",
    "Small model world",
    "isometric diorama, small model world, clean three-quarter view, soft studio light",
  ],
  [
    "low poly",
    "Faceted surfaces",
    "low poly 3D render, faceted surfaces, flat shaded triangles, soft ambient light",
  ],
  ["woodcut", "Carved print", "traditional woodcut print, carved lines, two inks, rough paper"],
  [
    "stained glass",
    "Leaded coloured glass",
    "stained glass window, dark lead lines, glowing jewel colours, light from behind",
  ],
  ["photograph", "As a camera sees", "detailed photograph, 50mm lens, natural light, shallow depth of field"],
  [
    "cinematic",
    "A frame from a film",
    "cinematic still, dramatic light, anamorphic framing, rich colour grading",
  ],
  ["anime", "Animated film", "anime key visual, clean line art, expressive eyes, painted background"],
  ["comic", "Inked panels", "comic book art, bold inks, halftone dots, dynamic pose"],
  [
    "oil painting",
    "Brush and canvas",
    "oil painting on canvas, visible brush strokes, rich impasto, warm varnish",
  ],
  [
    "3d render",
    "Rendered character",
    "polished 3D character render, subsurface light, soft shadows, studio backdrop",
  ],
].map(([name, description, wording]) => ({ name, description, wording }) as Style);

const styleByName = new Map(styles.map((style) => [style.name, style]));

/** Expands a known style to its wording; any other text is used as it is. */
export function expandStyle(style: string): string {
  return (
    styleByName.get(
      style
        .trim()
        .toLowerCase()
        .replaceAll(/[\s_-]+/g, " "),
    )?.wording ?? style
  );
}

/** Builds the final prompt: the caller's text, then the traits, then the style. */
export function composePrompt(
  prompt: string,
  style: string | undefined,
  traits: readonly DrawnTrait[],
): string {
  const shown = traits.map(({ trait_type, value }) => `${trait_type.toLowerCase()}: ${value}`);
  return [prompt, ...shown, ...(style ? [expandStyle(style)] : [])].join(", ");
}
