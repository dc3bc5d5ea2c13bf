import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAllowed } from "../api/permissions.ts";
import { creditsQuery, keysQuery } from "../api/queries.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { OnSight } from "../ui/on-sight.tsx";
import { Page, Panel } from "../ui/page.tsx";
import { Failure } from "../ui/states.tsx";
import { NextSteps } from "./next-steps.tsx";
import { RecentWork } from "./recent-work.tsx";
import { Spending } from "./spending.tsx";
import { Tools } from "./tools.tsx";

export function HomePage() {
  const allowed = useAllowed();
  const credits = useQuery(creditsQuery);
  const keys = useQuery({ ...keysQuery, enabled: allowed("manageKeys") });
  const hasCredits = (credits.data?.granted ?? 0) > 0;
  const hasKeys = (keys.data?.keys.length ?? 0) > 0;
  const isUsed = keys.data?.keys.some((key) => key.lastUsedAt) ?? false;
  const curl = `curl ${window.location.origin}/nft/enhancePrompt \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"prompt": "a fox who mends clocks"}'`;
  const error = credits.error ?? keys.error;
  return (
    <Page title="Home" text="Balance, recent work and what to do next.">
      {error && <Failure error={error} onRetry={() => Promise.all([credits.refetch(), keys.refetch()])} />}
      <Spending />
      {allowed("create") && <Tools />}
      <OnSight className="flex min-h-64 flex-col gap-6">
        {isUsed && <NextSteps />}
        {allowed("read") && <RecentWork />}
        {credits.data && keys.data && (
          <Panel title={isUsed ? "Call the API" : "First steps"}>
            <ol className="divide-y divide-line">
              {!isUsed && (
                <>
                  <Step isDone={hasCredits} text="Add credits">
                    Redeem a voucher on the <Inner to="/credits" text="Credits" /> page.
                  </Step>
                  <Step isDone={hasKeys} text="Create a secret key">
                    Create it on the <Inner to="/keys" text="Keys" /> page. It is shown only once, so store it
                    safely.
                  </Step>
                </>
              )}
              <Step isDone={isUsed} text={isUsed ? "Example request" : "Make your first API call"}>
                <span>This call costs 0.5 credits. The response headers show what was charged.</span>
                <pre className="numbers mt-2 overflow-x-auto whitespace-pre-wrap break-all rounded-md bg-sunken p-3 text-xs">
                  {curl}
                </pre>
                <span className="mt-2 block">
                  <CopyButton text={curl} label="Copy curl" />
                </span>
              </Step>
            </ol>
          </Panel>
        )}
      </OnSight>
    </Page>
  );
}

function Inner({ to, text }: { to: "/credits" | "/keys"; text: string }) {
  return (
    <Link to={to} className="text-ink underline">
      {text}
    </Link>
  );
}

function Step({ isDone, text, children }: { isDone: boolean; text: string; children: React.ReactNode }) {
  return (
    <li className="flex gap-3 px-4 py-4">
      <span
        aria-hidden="true"
        className={`mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full border text-xs ${isDone ? "border-accent text-accent" : "border-line text-muted"}`}
      >
        {isDone ? "✓" : ""}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {text}
          <span className="sr-only">{isDone ? " (done)" : " (not done)"}</span>
        </p>
        <div className="text-muted">{children}</div>
      </div>
    </li>
  );
}
