export interface Tile {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Splits an image into tiles of about equal size, with no side above `maxSide`. */
export function splitIntoTiles(width: number, height: number, maxSide: number): Tile[] {
  const columns = splitSide(width, maxSide);
  return splitSide(height, maxSide).flatMap((row) =>
    columns.map((column) => ({
      left: column.start,
      top: row.start,
      width: column.length,
      height: row.length,
    })),
  );
}

function splitSide(side: number, maxSide: number): { start: number; length: number }[] {
  const count = Math.ceil(side / maxSide);
  const edge = (at: number) => Math.round((at * side) / count);
  return Array.from({ length: count }, (_, at) => ({ start: edge(at), length: edge(at + 1) - edge(at) }));
}
