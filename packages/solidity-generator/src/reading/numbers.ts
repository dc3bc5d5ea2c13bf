const unitInSeconds: Record<string, number> = {
  s: 1,
  sec: 1,
  second: 1,
  min: 60,
  minute: 60,
  h: 3_600,
  hr: 3_600,
  hour: 3_600,
  d: 86_400,
  day: 86_400,
  week: 604_800,
  // A month is 30 days and a year 365, because contracts count seconds.
  month: 30 * 86_400,
  yr: 365 * 86_400,
  year: 365 * 86_400,
};

/** Numbers that requests spell out. */
export const numberWords: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
};

const scaleZeros: Record<string, number> = {
  k: 3,
  thousand: 3,
  m: 6,
  mil: 6,
  mm: 6,
  million: 6,
  b: 9,
  bn: 9,
  billion: 9,
  t: 12,
  trillion: 12,
  quadrillion: 15,
};

/** A number in a request, with the text around it. */
export interface Mention<Value> {
  value: Value;
  /** The text of the clause before and after the number, in lower case. */
  before: string;
  after: string;
  /** Where the number and its unit are in the text. */
  start: number;
  end: number;
}

const clauseEnd = /[,;\n]|\.(?=\s|$)/;

function around(text: string, start: number, end: number): Omit<Mention<never>, "value"> {
  const before =
    text
      .slice(Math.max(0, start - 60), start)
      .split(clauseEnd)
      .at(-1) ?? "";
  const after = text.slice(end, end + 60).split(clauseEnd)[0] ?? "";
  return { before: before.toLowerCase(), after: after.toLowerCase(), start, end };
}

function collect<Value>(
  text: string,
  pattern: RegExp,
  read: (match: RegExpExecArray) => Value | undefined,
): Mention<Value>[] {
  return Array.from(text.matchAll(pattern)).flatMap((match) => {
    const value = read(match);
    return value === undefined
      ? []
      : [{ value, ...around(text, match.index, match.index + match[0].length) }];
  });
}

const number = String.raw`\d[\d,_']*(?:\.\d+)?(?:e\d{1,2})?`;

/** Finds durations, in seconds: "2 days", "24-hour", "a year". */
export function findDurations(text: string): Mention<number>[] {
  const pattern =
    /(?<![\w.$])(?:(\d+(?:\.\d+)?)[ -]?(s|h|d|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|yrs?)|(an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)[ -](second|minute|hour|day|week|month|year)s?)\b/gi;
  return collect(text, pattern, ([, digits, unit = "", word = "", wordUnit = ""]) => {
    const name = (unit || wordUnit).toLowerCase();
    const size = unitInSeconds[name] ?? unitInSeconds[name.replace(/s$/, "")];
    const many = digits === undefined ? numberWords[word.toLowerCase()] : Number(digits);
    return size === undefined || many === undefined ? undefined : Math.round(many * size);
  });
}

const intervalWords: Record<string, string> = {
  hourly: "hour",
  daily: "day",
  weekly: "week",
  monthly: "month",
  yearly: "year",
  annual: "year",
  annually: "year",
};

/** Finds how often something happens, in seconds: "per month", "every day", "yearly". */
export function findIntervals(text: string): Mention<number>[] {
  const pattern =
    /(?<!\w)(?:(?:per|a|an|every|each|once an?|\/)\s?(minute|hour|day|week|month|year)|(hourly|daily|weekly|monthly|yearly|annual|annually))\b/gi;
  return collect(
    text,
    pattern,
    ([, unit = "", word = ""]) =>
      unitInSeconds[unit.toLowerCase() || (intervalWords[word.toLowerCase()] ?? "")],
  );
}

/** Finds percentages, in 1/100 %: "2.5%", "4 percent". */
export function findShares(text: string): Mention<number>[] {
  return collect(text, /(?<![\w.])(\d+(?:\.\d+)?)\s?(?:%|percent\b|per cent\b)/gi, ([, share]) =>
    Math.round(Number(share) * 100),
  );
}

/** Finds amounts of Ether, as decimal text. */
export function findEther(text: string): Mention<string>[] {
  return collect(text, /(?<![\w.])(\d+(?:\.\d+)?|\.\d+)\s?(?:eth|ether|Ξ)\b/gi, ([, ether = ""]) =>
    toDecimal(ether.replace(/^\./, "0.")),
  );
}

/** Finds plain numbers, as decimal text: "1,000,000", "5m", "1e6", "2.5 million". */
export function findAmounts(text: string): Mention<string>[] {
  const pattern = new RegExp(
    String.raw`(?<![\w.#/-])(${number})(?:\s?(thousand|million|mil|mm|billion|bn|trillion|quadrillion|k|m|b|t)\b)?(?![\w%])`,
    "gi",
  );
  return collect(text, pattern, ([, digits = "", scale]) =>
    toDecimal(digits, scale ? (scaleZeros[scale.toLowerCase()] ?? 0) : 0),
  );
}

/** Formats a number without exponent, grouping or superfluous zeros. */
export function toDecimal(digits: string, zeros = 0): string | undefined {
  const [, whole = "", fraction = "", exponent = "0"] =
    /^(\d+)(?:\.(\d+))?(?:e(\d+))?$/i.exec(digits.replaceAll(/[,_']/g, "")) ?? [];
  if (whole === "") return undefined;
  const shift = zeros + Number(exponent);
  const moved = whole + fraction.padEnd(shift, "0").slice(0, shift);
  const rest = fraction.slice(shift).replace(/(?<!0)0+$/, "");
  const integer = moved.replace(/^0+(?=\d)/, "");
  return rest ? `${integer}.${rest}` : integer;
}
