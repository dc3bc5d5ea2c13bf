import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";

const tools = [
  ["/playground/image", "Image"],
  ["/playground/assistant", "Assistant"],
  ["/playground/contract", "Contract"],
  ["/playground/audit", "Audit"],
] as const;

/** The layout of every playground tool, with tabs to switch between them. */
export function PlaygroundFrame({
  tool,
  text,
  children,
}: {
  tool: (typeof tools)[number][1];
  text: string;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${tool} · Playground · Mintwright`;
  }, [tool]);
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-col gap-4">
        <div>
          <h1 className="text-xl">Playground</h1>
          <p className="max-w-prose text-muted">{text}</p>
        </div>
        <nav aria-label="Tools" className="flex border-line border-b">
          {tools.map(([to, name]) => (
            <Link
              key={to}
              to={to}
              activeProps={{ className: "border-ink text-ink font-medium" }}
              inactiveProps={{ className: "border-transparent text-muted" }}
              className="-mb-px flex min-h-11 items-center border-b-2 px-3 transition-colors duration-150 hover:text-ink sm:px-4"
            >
              {name}
            </Link>
          ))}
        </nav>
      </header>
      {children}
    </div>
  );
}
