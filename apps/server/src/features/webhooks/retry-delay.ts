const firstDelayInMs = 5_000;
const longestDelayInMs = 4 * 3_600_000;

/** How long to wait after so many tries: twice as long each time, up to four hours, scattered by a fifth. */
export function getRetryDelayInMs(tries: number, random: () => number = Math.random): number {
  const delayInMs = Math.min(firstDelayInMs * 2 ** Math.min(tries - 1, 20), longestDelayInMs);
  return Math.round(delayInMs * (0.8 + 0.4 * random()));
}
