import { type Tone, tone } from "./colour.ts";

/** Tones that do not follow the palette. */
export const materials = {
  gold: tone(0.8, 0.145, 84),
  silver: tone(0.8, 0.018, 240),
  steel: tone(0.68, 0.03, 245),
  iron: tone(0.42, 0.025, 255),
  wood: tone(0.52, 0.085, 58),
  darkWood: tone(0.38, 0.065, 52),
  leather: tone(0.46, 0.08, 48),
  paper: tone(0.95, 0.022, 88),
  white: tone(0.975, 0.008, 90),
  bone: tone(0.92, 0.03, 88),
  black: tone(0.2, 0.02, 280),
  red: tone(0.58, 0.2, 26),
  rose: tone(0.72, 0.13, 10),
  green: tone(0.6, 0.14, 145),
  leaf: tone(0.55, 0.12, 138),
  glass: tone(0.88, 0.05, 215),
  flame: tone(0.75, 0.18, 55),
  amber: tone(0.84, 0.16, 80),
  cream: tone(0.94, 0.04, 85),
  blush: tone(0.74, 0.13, 22),
} satisfies Record<string, Tone>;
