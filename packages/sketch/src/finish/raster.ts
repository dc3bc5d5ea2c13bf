/** Three or four bytes per pixel. */
export interface Raster {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

/** The brightness of a pixel, 0 to 255. */
export function brightness(data: Raster["data"], at: number): number {
  return (data[at] ?? 0) * 0.299 + (data[at + 1] ?? 0) * 0.587 + (data[at + 2] ?? 0) * 0.114;
}
