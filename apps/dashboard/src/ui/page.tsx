import { type ReactNode, useEffect } from "react";

export function Page({
  title,
  text,
  action,
  children,
}: {
  title: string;
  text?: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Mintwright`;
  }, [title]);
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="break-words text-xl [overflow-wrap:anywhere]">{title}</h1>
          {text && <p className="max-w-prose text-muted">{text}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}

export function Panel({
  title,
  text,
  action,
  children,
}: {
  title?: string;
  /** What the panel is for, below its title. */
  text?: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="rounded-md border border-line bg-surface">
      {title && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-line border-b px-4 py-3">
          <div>
            <h2 className="text-base">{title}</h2>
            {text && <p className="max-w-prose text-muted text-xs">{text}</p>}
          </div>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}
