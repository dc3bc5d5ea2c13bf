import { Pica } from "pica";
import { openPixels, type RgbaImage } from "./rgba-image.ts";

// Iterative back-projection: the result is corrected until reducing it (or blurring it) gives the image that we were given. A part
// of a median filter in every round keeps noise and halos from growing.

type Change = (image: RgbaImage) => Promise<RgbaImage>;

const rounds = 4;
const medianShare = 0.25;
const medianWindow = 3;
/** Differences are pixels as well, so that they can be resized: this one means that there is none. */
const noDifference = 128;

// Not sharp: it enlarges with bicubic whatever the kernel, and half a pixel off.
const pica = new Pica({ features: ["js", "wasm"] });

/** Enlarges an image to exactly the given size, at most twice as large at a time: larger steps leave halos. */
export async function enlarge(
  image: RgbaImage,
  { width, height }: { width: number; height: number },
): Promise<RgbaImage> {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const start = half.width > image.width && half.height > image.height ? await enlarge(image, half) : image;
  const resized = await resize(start, width, height);
  if (width < image.width || height < image.height) return resized;
  return fit(resized, start, {
    degrade: (guess) => resize(guess, start.width, start.height),
    spread: (difference) => resize(difference, width, height),
  });
}

/** Restores the detail of a soft image. A sharp one stays as it is. */
export async function restore(image: RgbaImage): Promise<RgbaImage> {
  const sigma = await estimateBlur(image);
  if (!sigma) return image;
  return fit(image, image, { degrade: (guess) => blur(guess, sigma), spread: async (same) => same });
}

async function fit(
  start: RgbaImage,
  target: RgbaImage,
  { degrade, spread }: { degrade: Change; spread: Change },
): Promise<RgbaImage> {
  const values = Float32Array.from(start.data);
  const getImage = () => ({ ...start, data: toBytes(values) });
  for (let round = 0; round < rounds; round++) {
    await smooth(values, getImage());
    const missing = await spread(subtract(target, await degrade(getImage())));
    for (let at = 0; at < values.length; at++) {
      values[at] = (values[at] ?? 0) + (missing.data[at] ?? 0) - noDifference;
    }
  }
  return getImage();
}

async function smooth(values: Float32Array, image: RgbaImage): Promise<void> {
  if (Math.min(image.width, image.height) < medianWindow) return;
  const median = await openPixels(image).median(medianWindow).raw().toBuffer();
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    values[at] = value + medianShare * ((median[at] ?? 0) - value);
  }
}

function subtract(target: RgbaImage, guess: RgbaImage): RgbaImage {
  const data = new Uint8ClampedArray(target.data.length);
  for (let at = 0; at < data.length; at++) {
    data[at] = at % 4 === 3 ? 255 : noDifference + (target.data[at] ?? 0) - (guess.data[at] ?? 0);
  }
  return { ...target, data: new Uint8Array(data.buffer) };
}

const toBytes = (values: Float32Array) => new Uint8Array(Uint8ClampedArray.from(values).buffer);

async function resize(image: RgbaImage, width: number, height: number): Promise<RgbaImage> {
  const size = { width: image.width, height: image.height, toWidth: width, toHeight: height };
  return { data: await pica.resizeBuffer({ src: image.data, ...size, filter: "lanczos3" }), width, height };
}

async function blur(image: RgbaImage, sigma: number): Promise<RgbaImage> {
  return { ...image, data: await openPixels(image).blur(sigma).raw().toBuffer() };
}

/** How soft an image is, as the sigma of a Gaussian blur: the softer it is, the less a small blur takes from it. */
async function estimateBlur(image: RgbaImage): Promise<number | undefined> {
  const share =
    measureDifference(image, await blur(image, 0.8)) / measureDifference(image, await blur(image, 2));
  if (share > 0.4) return undefined;
  return share > 0.31 ? 0.6 : 0.8;
}

function measureDifference(one: RgbaImage, other: RgbaImage): number {
  let sum = 0;
  for (let at = 0; at < one.data.length; at++) sum += Math.abs((one.data[at] ?? 0) - (other.data[at] ?? 0));
  return sum;
}
