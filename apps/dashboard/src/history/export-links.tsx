import { dashboardApiPath } from "@mintwright/api-contract/dashboard-paths";
import { buttonLink } from "../ui/button.tsx";

const formats = [
  ["json", "JSON"],
  ["markdown", "Markdown"],
] as const;

/** Downloads in both formats; the server writes them while they are read. */
export function ExportLinks({ path, what }: { path: string; what: string }) {
  return formats.map(([format, name]) => (
    <a
      key={format}
      href={`${dashboardApiPath}${path}${path.includes("?") ? "&" : "?"}format=${format}`}
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
