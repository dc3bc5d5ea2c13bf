import { buttonLink } from "../ui/button.tsx";

const formats = [
  ["json", "JSON"],
  ["markdown", "Markdown"],
] as const;

/** One download link per format. */
export function ExportLinks({
  what,
  toUrl,
}: {
  what: string;
  toUrl: (format: "json" | "markdown") => string;
}) {
  return formats.map(([format, name]) => (
    <a
      key={format}
      href={toUrl(format)}
      download
      aria-label={`Export ${what} as ${name}`}
      className={buttonLink.quiet}
    >
      <span aria-hidden="true" className="mr-1.5 text-muted">
        ↓
      </span>
      {name}
    </a>
  ));
}
