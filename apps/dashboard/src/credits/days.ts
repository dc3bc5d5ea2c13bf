const dayInMs = 86_400_000;

/** Lists the days from one to another, both included. */
export function listDays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let moment = Date.parse(from); moment <= Date.parse(to); moment += dayInMs) {
    days.push(new Date(moment).toISOString().slice(0, 10));
  }
  return days;
}
