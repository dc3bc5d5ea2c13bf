import { dashboardApiPath } from "@mintwright/api-contract/dashboard";

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
      className="inline-flex min-h-9 items-center rounded-md border border-line bg-surface px-3 font-medium hover:bg-sunken"
    >
      <span aria-hidden="true" className="mr-1.5 text-muted">
        ↓
      </span>
      {name}
    </a>
  ));
}
