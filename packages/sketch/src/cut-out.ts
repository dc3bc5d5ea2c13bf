import sharp from "sharp";

const workingSide = 512;

/** The maximum distance from the border's colours for a background pixel; black and white are 441 apart. */
const tolerance = 42;

/** A colour step between neighbours at which the background ends. */
const edge = 16;

/** The shares of the image that a main character can plausibly cover. */
const [smallestShare, largestShare] = [0.04, 0.8];

/** Pieces smaller than this share of the character are scenery. */
const smallestPiece = 0.08;

/**
 * Cuts the main character out of an image, as a PNG with alpha: everything that a flood fill from the border does not
 * reach.
 */
export async function cutOutCharacter(bytes: Uint8Array): Promise<Buffer> {
  const { data, info } = await sharp(bytes)
    .resize(workingSide, workingSide, { fit: "inside", withoutEnlargement: true })
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const background = findBackground(data, width, height);
  const share = background.reduce((sum, isBackground) => sum + 1 - isBackground, 0) / (width * height);
  const coverage =
    share < smallestShare || share > largestShare
      ? drawOval(width, height)
      : Buffer.from(background.map((isBackground) => (isBackground ? 0 : 255)));
  const soft = await sharp(coverage, { raw: { width, height, channels: 1 } })
    .median(3)
    .blur(0.8)
    .toColourspace("b-w")
    .raw()
    .toBuffer();
  return sharp(data, { raw: { width, height, channels: 3 } })
    .joinChannel(soft, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
    .then((cutOut) => sharp(cutOut).trim({ background: "#00000000", threshold: 1 }).png().toBuffer());
}

/** Marks the background: everything that a flood fill from the border reaches, and small isolated pieces. */
function findBackground(data: Buffer, width: number, height: number): Uint8Array {
  const colours = listBorderColours(data, width, height);
  const isLikeBorder = (at: number) => colours.some((colour) => distance(data, at * 3, colour) < tolerance);
  const background = new Uint8Array(width * height);
  const sides = [
    ...Array.from({ length: width }, (_, x) => x),
    ...Array.from({ length: height }, (_, y) => [y * width, y * width + width - 1]),
  ].flat();
  const takeIn = (at: number, from: number) => {
    if (background[at] || !isLikeBorder(at)) return false;
    if (distance(data, at * 3, [...data.subarray(from * 3, from * 3 + 3)]) > edge) return false;
    background[at] = 1;
    return true;
  };
  for (const start of sides) flow(start, width, height, takeIn);

  const seen = new Uint8Array(width * height);
  const pieces: number[][] = [];
  for (let start = 0; start < seen.length; start++) {
    const piece: number[] = [];
    flow(start, width, height, (at) => {
      if (seen[at] || background[at]) return false;
      seen[at] = 1;
      piece.push(at);
      return true;
    });
    if (piece.length > 0) pieces.push(piece);
  }
  const largest = Math.max(0, ...pieces.map((piece) => piece.length));
  for (const crumb of pieces.filter((piece) => piece.length < largest * smallestPiece)) {
    for (const at of crumb) background[at] = 1;
  }
  return background;
}

/** Flood fill over neighbouring pixels. */
function flow(
  start: number,
  width: number,
  height: number,
  takeIn: (at: number, from: number) => boolean,
): void {
  const next = takeIn(start, start) ? [start] : [];
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    const x = at % width;
    if (x > 0 && takeIn(at - 1, at)) next.push(at - 1);
    if (x < width - 1 && takeIn(at + 1, at)) next.push(at + 1);
    if (at >= width && takeIn(at - width, at)) next.push(at - width);
    if (at < width * (height - 1) && takeIn(at + width, at)) next.push(at + width);
  }
}

/** The distinct colours of the top and side borders. A character often touches the bottom one. */
function listBorderColours(data: Buffer, width: number, height: number): number[][] {
  const colours: number[][] = [];
  const add = (at: number) => {
    if (colours.some((colour) => distance(data, at * 3, colour) < tolerance / 2)) return;
    colours.push([...data.subarray(at * 3, at * 3 + 3)]);
  };
  for (let x = 0; x < width; x += 4) add(x);
  for (let y = 0; y < height * 0.7; y += 4) [y * width, y * width + width - 1].forEach(add);
  return colours;
}

function distance(data: Buffer, at: number, colour: readonly number[]): number {
  return Math.hypot(...colour.map((value, channel) => value - (data[at + channel] ?? 0)));
}

/** If nothing stands out from the background, the centre of the image is used as the character. */
function drawOval(width: number, height: number): Buffer {
  const coverage = Buffer.alloc(width * height);
  for (let at = 0; at < coverage.length; at++) {
    const x = (at % width) / width - 0.5;
    const y = Math.floor(at / width) / height - 0.5;
    coverage[at] = 255 * Math.min(1, Math.max(0, (1 - Math.hypot(x / 0.42, y / 0.46)) * 8));
  }
  return coverage;
}
