/** Letters as strokes on a grid 4 wide and 6 high, so that no installed font is needed. */
const glyphs: Readonly<Record<string, string>> = {
  A: "M0 6L2 0L4 6M.8 4H3.2",
  B: "M0 0V6H2.6Q4 6 4 4.5Q4 3 2.6 3H0M2.6 3Q3.7 3 3.7 1.5Q3.7 0 2.6 0H0",
  C: "M4 1.2Q3.4 0 2 0Q0 0 0 3Q0 6 2 6Q3.4 6 4 4.8",
  D: "M0 0V6H1.8Q4 6 4 3Q4 0 1.8 0Z",
  E: "M4 0H0V6H4M0 3H3",
  F: "M4 0H0V6M0 3H3",
  G: "M4 1.2Q3.4 0 2 0Q0 0 0 3Q0 6 2 6Q4 6 4 3.4H2.4",
  H: "M0 0V6M4 0V6M0 3H4",
  I: "M2 0V6M1 0H3M1 6H3",
  J: "M4 0V4.2Q4 6 2 6Q.4 6 0 4.6",
  K: "M0 0V6M4 0L0 3.4M1.5 2.4L4 6",
  L: "M0 0V6H4",
  M: "M0 6V0L2 3.4L4 0V6",
  N: "M0 6V0L4 6V0",
  O: "M2 0Q0 0 0 3Q0 6 2 6Q4 6 4 3Q4 0 2 0Z",
  P: "M0 6V0H2.4Q4 0 4 1.7Q4 3.4 2.4 3.4H0",
  Q: "M2 0Q0 0 0 3Q0 6 2 6Q4 6 4 3Q4 0 2 0ZM2.6 4.4L4.2 6.4",
  R: "M0 6V0H2.4Q4 0 4 1.7Q4 3.4 2.4 3.4H0M2.2 3.4L4 6",
  S: "M3.9 1.1Q3.3 0 2 0Q.2 0 .2 1.5Q.2 2.7 2 3Q4 3.3 4 4.6Q4 6 2 6Q.5 6 0 4.8",
  T: "M0 0H4M2 0V6",
  U: "M0 0V4Q0 6 2 6Q4 6 4 4V0",
  V: "M0 0L2 6L4 0",
  W: "M0 0L1 6L2 2.4L3 6L4 0",
  X: "M0 0L4 6M4 0L0 6",
  Y: "M0 0L2 3L4 0M2 3V6",
  Z: "M0 0H4L0 6H4",
  "0": "M2 0Q0 0 0 3Q0 6 2 6Q4 6 4 3Q4 0 2 0ZM3.3 1.2L.7 4.8",
  "1": "M.8 1.3L2.2 0V6M.8 6H3.6",
  "2": "M.2 1.4Q.5 0 2 0Q3.8 0 3.8 1.6Q3.8 2.8 0 6H4",
  "3": "M.2 0H3.8L1.8 2.4Q4 2.4 4 4.2Q4 6 2 6Q.4 6 0 4.8",
  "4": "M3 6V0L0 4.2H4",
  "5": "M3.7 0H.5L.2 2.8Q1 2.2 2 2.2Q4 2.2 4 4.1Q4 6 2 6Q.4 6 0 4.8",
  "6": "M3.6 .6Q3 0 2.2 0Q0 0 0 3.8Q0 6 2 6Q4 6 4 4.2Q4 2.5 2.1 2.5Q.5 2.5 .1 3.8",
  "7": "M0 0H4L1.4 6",
  "8": "M2 0Q.3 0 .3 1.5Q.3 2.8 2 2.8Q3.7 2.8 3.7 1.5Q3.7 0 2 0ZM2 2.8Q0 2.8 0 4.4Q0 6 2 6Q4 6 4 4.4Q4 2.8 2 2.8Z",
  "9": "M.4 5.4Q1 6 1.8 6Q4 6 4 2.2Q4 0 2 0Q0 0 0 1.8Q0 3.5 1.9 3.5Q3.5 3.5 3.9 2.2",
  "-": "M.8 3H3.2",
  "+": "M2 1.4V4.6M.4 3H3.6",
  ".": "M2 5.8V6",
  ":": "M2 1.8V2M2 4.8V5",
  "/": "M3.6 0L.4 6",
  "#": "M1.3 .6L.7 5.4M3.3 .6L2.7 5.4M.2 2.2H3.8M.2 4H3.8",
  "%": "M3.6 0L.4 6M.6 .8V1M3.4 5V5.2",
  "!": "M2 0V4M2 5.8V6",
  "?": "M.4 1.4Q.6 0 2 0Q3.6 0 3.6 1.5Q3.6 2.6 2 3.2V4.2M2 5.8V6",
  "&": "M4 6L1 2Q.4 0 1.9 0Q3.3 .2 2.7 1.8L.6 3.4Q-.2 5 1.2 6Q3 6.3 3.8 3.6",
};

/** The width of one letter, in glyph units. */
export const advance = 5.6;

/** Keeps the characters that the alphabet has, and drops the others. */
export function spell(text: string, maxLetters: number): string {
  const plain = text
    .slice(0, 200)
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toUpperCase();
  const letters = [...plain]
    .map((letter) => (/\s|_/.test(letter) ? " " : letter))
    .filter((letter) => letter === " " || glyphs[letter] !== undefined);
  const spelled = letters.join("").replace(/ +/g, " ").trim();
  return spelled.length <= maxLetters ? spelled : `${spelled.slice(0, maxLetters - 2).trimEnd()}..`;
}

/** Converts spelled text to one path with its upper left corner at the given position; `size` is the letter height. */
export function writeText(spelled: string, x: number, y: number, size: number): string {
  const unit = size / 6;
  const show = (value: number) => Math.round(value * 100) / 100;
  return [...spelled]
    .map((letter, index) => moveGlyph(glyphs[letter] ?? "", x + index * advance * unit, y, unit, show))
    .join("");
}

function moveGlyph(d: string, x: number, y: number, unit: number, show: (value: number) => number): string {
  let command = "";
  let isX = true;
  return d.replace(
    /([MLHVQZ])|(-?\d*\.?\d+)(\s*)/g,
    (_whole, letter: string | undefined, digits: string | undefined) => {
      if (letter !== undefined) {
        command = letter;
        isX = letter !== "V";
        return letter;
      }
      const value = Number(digits) * unit + (isX ? x : y);
      if (command !== "H" && command !== "V") isX = !isX;
      return `${show(value)} `;
    },
  );
}
