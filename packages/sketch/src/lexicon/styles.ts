import { findPhrase, indexWords, readWords } from "./word-list.ts";

/** The hands that the engine draws with. */
export type StyleName =
  | "painterly"
  | "flat"
  | "paper-cut"
  | "pixel"
  | "line"
  | "neon"
  | "watercolour"
  | "isometric"
  | "low-poly"
  | "woodcut"
  | "stained-glass";

const index = indexWords<StyleName>({
  painterly:
    "painterly default painting oil acrylic gouache digital-art illustration realistic photorealistic cinematic photo fantasy anime ghibli render storybook",
  flat: "flat minimal minimalist vector bauhaus geometric graphic poster pop-art cartoon simple logo",
  "paper-cut": "paper papercut paper-cut cutout collage origami layered felt craft diorama",
  pixel: "pixel pixelated pixel-art 8bit 8-bit 16bit 16-bit retro-game sprite nes gameboy bitmap arcade punk",
  line: "line lineart line-art ink sketch pen pencil drawing outline doodle charcoal contour manga comic engraving-line",
  neon: "neon cyberpunk synthwave vaporwave glow glowing outrun tron futuristic rave hologram laser",
  watercolour: "watercolour watercolor aquarelle wash wet gouache-wash pastel soft-wash impressionist monet",
  isometric: "isometric voxel iso minecraft blocky lego cubes 3d voxels",
  "low-poly":
    "lowpoly low-poly poly polygon polygonal faceted triangles geometric-3d crystalline cubist cubism",
  woodcut:
    "woodcut linocut woodblock engraving etching print ukiyo block-print linoprint lithograph gothic-print",
  "stained-glass": "stained stained-glass mosaic glass cathedral tiffany leaded tiles",
});

/** The hand that a style text asks for, if it names or hints at one. */
export function findStyle(text: string): StyleName | undefined {
  return findPhrase(index, readWords(text));
}

/** Every hand. */
export const styleNames: readonly StyleName[] = [
  "painterly",
  "flat",
  "paper-cut",
  "pixel",
  "line",
  "neon",
  "watercolour",
  "isometric",
  "low-poly",
  "woodcut",
  "stained-glass",
];
