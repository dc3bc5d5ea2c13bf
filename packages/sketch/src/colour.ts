/** A colour in OKLCH: lightness 0..1, chroma 0..0.37, hue in degrees. */
export interface Tone {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

/** Creates a tone, clamping lightness and chroma to their ranges. */
export function tone(l: number, c: number, h: number): Tone {
  return { l: Math.min(0.995, Math.max(0.04, l)), c: Math.max(0, c), h: ((h % 360) + 360) % 360 };
}

/** Adjusts a tone by the given amounts; chroma is a factor. */
export function shift(base: Tone, by: { l?: number; c?: number; h?: number }): Tone {
  return tone(base.l + (by.l ?? 0), base.c * (by.c ?? 1), base.h + (by.h ?? 0));
}

/** Mixes two tones in OKLab, which avoids the grey-brown that interpolating hues can produce. */
export function blend(from: Tone, to: Tone, amount: number): Tone {
  const a = toLab(from);
  const b = toLab(to);
  const mix = (left: number, right: number) => left + (right - left) * amount;
  return fromLab(mix(a[0], b[0]), mix(a[1], b[1]), mix(a[2], b[2]));
}

/** Converts a tone to an sRGB hex colour. Reduces the chroma if the tone is outside sRGB. */
export function toHex(colour: Tone): string {
  let chroma = colour.c;
  let rgb = toLinear(colour.l, chroma, colour.h);
  for (let step = 0; step < 24 && !isInGamut(rgb); step += 1) {
    chroma *= 0.92;
    rgb = toLinear(colour.l, chroma, colour.h);
  }
  return `#${rgb
    .map((channel) =>
      Math.round(encode(channel) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

export function toBytes(colour: Tone): [number, number, number] {
  const value = Number.parseInt(toHex(colour).slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** The distance of two tones in OKLab; black and white are 1 apart. */
export function distanceOf(one: Tone, other: Tone): number {
  const [a, b] = [toLab(one), toLab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

export function meanTone(tones: readonly Tone[]): Tone {
  const sums = [0, 0, 0] as [number, number, number];
  for (const each of tones) {
    const [l, a, b] = toLab(each);
    sums[0] += l;
    sums[1] += a;
    sums[2] += b;
  }
  return fromLab(sums[0] / tones.length, sums[1] / tones.length, sums[2] / tones.length);
}

export function fromBytes(red: number, green: number, blue: number): Tone {
  const [r, g, b] = [decode(red / 255), decode(green / 255), decode(blue / 255)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return fromLab(
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  );
}

function fromLab(lightness: number, a: number, b: number): Tone {
  return tone(lightness, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI);
}

function decode(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function toLab(colour: Tone): [number, number, number] {
  const angle = (colour.h * Math.PI) / 180;
  return [colour.l, colour.c * Math.cos(angle), colour.c * Math.sin(angle)];
}

function toLinear(lightness: number, chroma: number, hue: number): [number, number, number] {
  const [, a, b] = toLab({ l: lightness, c: chroma, h: hue });
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function isInGamut(rgb: readonly number[]): boolean {
  return rgb.every((channel) => channel >= -0.0005 && channel <= 1.0005);
}

function encode(channel: number): number {
  const safe = Math.min(1, Math.max(0, channel));
  return safe <= 0.0031308 ? safe * 12.92 : 1.055 * safe ** (1 / 2.4) - 0.055;
}
