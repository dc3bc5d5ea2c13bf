const [width, labelWidth, valueWidth, barHeight, gap, top] = [760, 200, 110, 22, 10, 56];

export interface Bar {
  label: string;
  value: number;
  isOurs: boolean;
}

/** Draws horizontal bars as an SVG image. */
export function drawBars(
  title: string,
  subtitle: string,
  bars: Bar[],
  format: (value: number) => string,
): string {
  const largest = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE);
  const height = top + bars.length * (barHeight + gap) + gap;
  const rows = bars.map(({ label, value, isOurs }, index) => {
    const y = top + index * (barHeight + gap);
    const length = Math.max(1, (Math.max(0, value) / largest) * (width - labelWidth - valueWidth));
    const middle = y + barHeight / 2 + 5;
    return `<text x="${labelWidth - 10}" y="${middle}" text-anchor="end">${toXml(label)}</text>
<rect x="${labelWidth}" y="${y}" width="${length.toFixed(1)}" height="${barHeight}" rx="3" fill="${isOurs ? "#0f766e" : "#94a3b8"}"/>
<text x="${(labelWidth + length + 8).toFixed(1)}" y="${middle}">${toXml(format(value))}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${toXml(title)}" font-family="system-ui, sans-serif" font-size="14" fill="#0f172a">
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="16" y="24" font-size="16" font-weight="600">${toXml(title)}</text>
<text x="16" y="43" font-size="13" fill="#475569">${toXml(subtitle)}</text>
${rows.join("\n")}
</svg>
`;
}

function toXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
