import type { ComponentProps, ReactNode } from "react";
import type { CallError } from "../api/call.ts";
import { Button, buttonLink } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { findWayOn, toPersonMessage } from "./error-message.ts";

/** An empty list: explains its purpose and offers the first step. */
export function Empty({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-3 p-6">
      <div>
        <p className="font-medium">{title}</p>
        <p className="max-w-prose text-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}

const links = {
  "sign-in": ["/dashboard/sign-in", "Sign in"],
  credits: ["/dashboard/credits", "Add credits"],
  home: ["/dashboard", "Go to Home"],
} as const;

/** An error in the person's terms, with a way on and the request ID for support. */
export function Failure({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const { requestId, status, code } = error as Partial<CallError>;
  const way = findWayOn(status, code);
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-3 rounded-md border border-line bg-red-soft p-4"
    >
      <p className="break-words text-ink">{toPersonMessage(error.message)}</p>
      <div className="flex flex-wrap items-center gap-2">
        {way === "retry" && (onRetry || requestId) && (
          <Button onClick={onRetry ?? (() => window.location.reload())}>
            {onRetry ? "Try again" : "Reload page"}
          </Button>
        )}
        {way in links && (
          <a href={links[way as keyof typeof links][0]} className={buttonLink.quiet}>
            {links[way as keyof typeof links][1]}
          </a>
        )}
        {requestId && <CopyButton text={requestId} label="Copy request ID" />}
      </div>
    </div>
  );
}

/** A failure with padding, for use inside a panel. */
export function PanelFailure(props: ComponentProps<typeof Failure>) {
  return (
    <div className="p-4">
      <Failure {...props} />
    </div>
  );
}

export function LoadingRows({ rows = 4 }: { rows?: number }) {
  return (
    <div role="status" className="divide-y divide-line">
      <span className="sr-only">Loading</span>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className="flex items-center gap-4 px-4 py-4">
          <div className="h-4 w-1/4 animate-pulse rounded bg-line" />
          <div className="h-4 w-1/3 animate-pulse rounded bg-line" />
          <div className="ml-auto h-4 w-16 animate-pulse rounded bg-line" />
        </div>
      ))}
    </div>
  );
}

const looks = { ok: "bg-[var(--green)]", warning: "bg-amber", error: "bg-red", neutral: "bg-line" };

/** A coloured dot with a text, so that colour is never the only signal. */
export function Status({ state, children }: { state: keyof typeof looks; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${looks[state]}`} />
      {children}
    </span>
  );
}
