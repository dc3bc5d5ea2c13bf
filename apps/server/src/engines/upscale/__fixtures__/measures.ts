import sharp from "sharp";

/** Reads the brightness of every pixel, 0 to 255. */
export async function readBrightness(bytes: Buffer): Promise<{ data: Buffer; width: number }> {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width };
}

/** How near two images are, in decibels (PSNR): half a decibel is visible side by side. */
export async function measureLikeness(left: Buffer, right: Buffer): Promise<number> {
  const [one, other] = [await readBrightness(left), await readBrightness(right)];
  const squares = one.data.reduce((sum, value, at) => sum + (value - (other.data[at] ?? 0)) ** 2, 0);
  return 10 * Math.log10(255 ** 2 / (squares / one.data.length));
}

/** How far pixels leave the range of the original's surroundings, mean square: halos beside edges. */
export async function measureRinging(bytes: Buffer, original: Buffer): Promise<number> {
  const [one, other] = [await readBrightness(bytes), await readBrightness(original)];
  const { width } = other;
  const height = other.data.length / width;
  let sum = 0;
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const around = [-2, -1, 0, 1, 2].flatMap((down) => [
        ...other.data.subarray((y + down) * width + x - 2, (y + down) * width + x + 3),
      ]);
      const value = one.data[y * width + x] ?? 0;
      sum += Math.max(0, Math.min(...around) - value, value - Math.max(...around)) ** 2;
    }
  }
  return sum / other.data.length;
}
