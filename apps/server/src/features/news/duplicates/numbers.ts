const scales: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  t: 1e12,
  tn: 1e12,
  trillion: 1e12,
};
const expression =
  /(?<![\p{L}\p{N}.])[$€£¥]?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?:\s?(%|percent|per cent))?(?:[ -]?(thousand|million|billion|trillion|mn|bn|tn|k|m|b|t)(?![\p{L}\p{N}]))?/giu;

export interface TextNumber {
  /** Normalised: the same for "$1.2 billion", "1.2bn" and "$1,200,000,000". */
  value: string;
  /** False for small and round numbers, which do not identify a story. */
  isTelling: boolean;
}

/** Extracts the normalised numbers of a text, and returns the text without them. */
export function cutNumbers(text: string): { numbers: TextNumber[]; rest: string } {
  const numbers: TextNumber[] = [];
  const rest = text.replaceAll(
    expression,
    (_match, whole: string, fraction = "", percent = "", scale = "") => {
      const digits = `${whole.replaceAll(",", "")}${fraction}`;
      const amount = Number(digits) * (scales[scale.toLowerCase()] ?? 1);
      const significant = digits.replace(".", "").replace(/^0+|(?<!0)0+$/g, "").length;
      const isYear = !scale && !percent && /^(?:19|20)\d\d$/.test(digits);
      const isTelling =
        !isYear &&
        (significant >= 3 ||
          (amount >= 1_000 && significant >= 2) ||
          (percent !== "" && fraction !== "") ||
          scale !== "");
      numbers.push({ value: `${Number(amount.toPrecision(9))}${percent && "%"}`, isTelling });
      return " ";
    },
  );
  return { numbers, rest };
}
