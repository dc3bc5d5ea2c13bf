/** Writes a length of time as a person would say it: 250 ms, 1.4 s, 12 min, 3 h. */
export function formatDuration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`;
}

/** Writes how long ago a moment was. */
export function formatAgo(moment: string | null): string {
  if (!moment) return "never";
  const seconds = Math.max(0, (Date.now() - Date.parse(moment)) / 1000);
  if (seconds < 5) return "just now";
  return `${seconds < 90 ? `${Math.round(seconds)} s` : formatDuration(seconds)} ago`;
}

/** Writes a count with the right form of its noun. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
