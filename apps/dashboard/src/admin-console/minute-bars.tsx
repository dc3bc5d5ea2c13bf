const minutes = 60;
const width = 3;
const height = 28;

/** A bar chart of the last hour, one bar per minute. */
export function MinuteBars({
  label,
  values,
  format,
}: {
  label: string;
  /** Minutes without a measurement stay empty. */
  values: { minute: string; value: number; isBad?: boolean }[];
  format: (value: number) => string;
}) {
  const most = Math.max(...values.map(({ value }) => value), 0);
  const now = Math.floor(Date.now() / 60_000);
  const bars = values.flatMap(({ minute, value, isBad }) => {
    const place = minutes - 1 - (now - Math.floor(Date.parse(minute) / 60_000));
    return place >= 0 && place < minutes ? [{ minute, place, value, isBad }] : [];
  });
  return (
    <svg
      viewBox={`0 0 ${minutes * (width + 1)} ${height}`}
      className="h-7 w-full max-w-60"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label} in the last hour, ${most > 0 ? `maximum ${format(most)}` : "no data"}`}
    >
      <line x1="0" x2="100%" y1={height - 0.5} y2={height - 0.5} stroke="var(--line)" />
      {bars.map(({ minute, place, value, isBad }) => {
        const tall = most > 0 && value > 0 ? Math.max(2, (value / most) * (height - 1)) : 0;
        return (
          <rect
            key={minute}
            x={place * (width + 1)}
            y={height - tall}
            width={width}
            height={tall}
            fill={isBad ? "var(--red)" : "var(--blue)"}
          >
            <title>{`${new Date(minute).toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit" })}: ${format(value)}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
