import { Link, useLocation } from "@tanstack/react-router";

/** The page above each page that has no place of its own in the navigation. The first that fits counts. */
const trails = [
  [/^\/keys\/.+/, "/keys", "Keys", "Context"],
  [/^\/collections\/new$/, "/collections", "Collections", "New collection"],
  [/^\/collections\/.+/, "/collections", "Collections", "Collection"],
  [/^\/library\/compare$/, "/library", "Library", "Compare audits"],
  [/^\/library\/.+/, "/library", "Library", "Item"],
  [/^\/logs\/.+/, "/logs", "Logs", "Request"],
  [/^\/news\/alerts$/, "/news", "News", "Alerts"],
  [/^\/news\/.+/, "/news", "News", "Article"],
  [/^\/audit-log$/, "/members", "Members", "Audit log"],
  [/^\/security$/, "/account", "Account", "Security"],
] as const;

/** Where a nested page belongs. Renders nothing on pages of the navigation. */
export function Breadcrumbs() {
  const { pathname } = useLocation();
  const trail = trails.find(([path]) => path.test(pathname));
  if (!trail) return null;
  const [, to, above, here] = trail;
  return (
    <nav aria-label="Breadcrumbs" className="mb-2">
      <ol className="flex gap-2 text-muted text-xs">
        <li>
          <Link to={to} className="py-1 underline hover:text-ink">
            {above}
          </Link>
        </li>
        <li aria-hidden="true">/</li>
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}
