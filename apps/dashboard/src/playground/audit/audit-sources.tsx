import { Link } from "@tanstack/react-router";

const sources = [
  ["/playground/audit", "Paste code"],
  ["/playground/audit/project", "Upload a project"],
] as const;

/** Switches between auditing pasted code and a zipped project. */
export function AuditSources() {
  return (
    <nav
      aria-label="What to audit"
      className="flex gap-1 self-start rounded-md border border-line bg-surface p-1"
    >
      {sources.map(([to, name]) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ className: "bg-selected font-medium text-on-selected" }}
          inactiveProps={{ className: "text-muted hover:bg-sunken hover:text-ink" }}
          className="flex min-h-9 items-center rounded px-3"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
