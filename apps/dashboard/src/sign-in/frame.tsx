import { type ReactNode, useEffect } from "react";
import { Mark } from "../ui/mark.tsx";

/** The layout of the pages for signing up and in. */
export function Frame({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Mintwright`;
  }, [title]);
  return (
    <main className="mx-auto flex min-h-screen max-w-sm flex-col justify-center gap-6 px-4 py-12">
      <div className="flex flex-col gap-3">
        <Mark size={36} />
        <div>
          <h1 className="text-xl">{title}</h1>
          <p className="text-muted">{text}</p>
        </div>
      </div>
      {children}
    </main>
  );
}
