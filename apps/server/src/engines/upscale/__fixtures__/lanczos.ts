import type { RgbImage } from "../rgb-image.ts";

const lobes = 3;
const channels = 3;

function weigh(distance: number): number {
  if (distance === 0) return 1;
  if (Math.abs(distance) >= lobes) return 0;
  const angle = Math.PI * distance;
  return (lobes * Math.sin(angle) * Math.sin(angle / lobes)) / angle ** 2;
}

/**
 * Enlarges an image with Lanczos. Written out because sharp (0.35.5 with libvips 8.18.7) enlarges with bicubic whatever
 * the kernel, and half a pixel off: measured against that, anything wins by 2 to 4 dB.
 */
export function enlargeWithLanczos(image: RgbImage, factor: number): RgbImage {
  return turn(enlargeRows(turn(enlargeRows(image, factor)), factor));
}

function enlargeRows({ data, width, height }: RgbImage, factor: number): RgbImage {
  const enlarged = new Uint8ClampedArray(width * factor * height * channels);
  for (let x = 0; x < width * factor; x++) {
    const centre = (x + 0.5) / factor - 0.5;
    const first = Math.floor(centre) - lobes + 1;
    const weights = Array.from({ length: 2 * lobes }, (_, at) => weigh(centre - first - at));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    for (let y = 0; y < height; y++) {
      for (let channel = 0; channel < channels; channel++) {
        const value = weights.reduce((sum, weight, at) => {
          const from = Math.min(width - 1, Math.max(0, first + at));
          return sum + weight * (data[(y * width + from) * channels + channel] ?? 0);
        }, 0);
        enlarged[(y * width * factor + x) * channels + channel] = value / total;
      }
    }
  }
  return { data: enlarged, width: width * factor, height };
}

function turn({ data, width, height }: RgbImage): RgbImage {
  const turned = new Uint8ClampedArray(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let channel = 0; channel < channels; channel++) {
        turned[(x * height + y) * channels + channel] = data[(y * width + x) * channels + channel] ?? 0;
      }
    }
  }
  return { data: turned, width: height, height: width };
}
