const maxIntervalInSeconds = 6 * 3600;
const maxBackoffInSeconds = 24 * 3600;
const firstBackoffInSeconds = 60;

/** The next interval of a feed: shorter when it brings something, longer when it does not. */
export function adaptInterval(intervalInSeconds: number, hasNews: boolean, minInSeconds: number): number {
  const adapted = intervalInSeconds * (hasNews ? 0.7 : 1.3);
  return Math.round(Math.min(maxIntervalInSeconds, Math.max(minInSeconds, adapted)));
}

/** How long a feed that failed is left alone: doubling, up to a day. */
export function backOff(failures: number, minInSeconds: number): number {
  const first = Math.min(firstBackoffInSeconds, minInSeconds);
  return Math.min(maxBackoffInSeconds, first * 2 ** Math.min(failures - 1, 20));
}

/** Reads Retry-After, in seconds from now, bounded to a day; undefined when there is none. */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (!header) return undefined;
  const seconds = /^\s*\d{1,9}\s*$/.test(header)
    ? Number(header)
    : (new Date(header).getTime() - now.getTime()) / 1000;
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(maxBackoffInSeconds, Math.max(0, Math.ceil(seconds)));
}
