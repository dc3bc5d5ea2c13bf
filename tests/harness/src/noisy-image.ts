import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

/** Renders a PNG of a gradient with grain, about as hard to compress as a generated image. */
export function createNoisyPng(width: number, height: number, grain = 24): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits per channel, three channels.
  header[8] = 8;
  header[9] = 2;
  const rowBytes = 1 + 3 * width;
  const pixels = randomBytes(rowBytes * height);
  for (let y = 0; y < height; y++) {
    pixels[y * rowBytes] = 0;
    for (let index = 1; index < rowBytes; index++) {
      const at = y * rowBytes + index;
      const slope = (index % 3 === 0 ? y / height : index / rowBytes) * (255 - grain);
      pixels[at] = slope + ((pixels[at] ?? 0) * grain) / 255;
    }
  }
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    buildChunk("IHDR", header),
    buildChunk("IDAT", deflateSync(pixels, { level: 1 })),
    buildChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Builds one part of a PNG file. */
export function buildChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
