import { useMutation } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { Button } from "../../ui/button.tsx";
import { download } from "../../ui/download.ts";
import { Panel } from "../../ui/page.tsx";
import { Failure } from "../../ui/states.tsx";
import type { PaidAudit } from "./audit-workspace.ts";
import { type Severity, severities, severityLooks } from "./audit-workspace.ts";

/** The verdict, counts by severity and report downloads. */
export function AuditSummary({
  audit: { report, markdown, isStale },
  hidden,
  onToggle,
}: {
  audit: PaidAudit;
  hidden: readonly Severity[];
  onToggle: (severity: Severity) => void;
}) {
  const sarif = useMutation({
    mutationFn: () => {
      const { high = 0, medium = 0, low = 0, info = 0 } = report.counts;
      return call("POST /audit/sarif", {
        body: { report: { ...report, counts: { high, medium, low, info } } },
      });
    },
    onSuccess: (text) =>
      download("audit.sarif", JSON.stringify(JSON.parse(text), null, 2), "application/sarif+json"),
  });
  return (
    <Panel>
      <div className="flex flex-col gap-3 p-4">
        {isStale && (
          <p className="rounded-md bg-amber-soft px-3 py-2">The code has changed since this audit.</p>
        )}
        {report.notAnalysed.length > 0 && (
          <div className="rounded-md bg-amber-soft px-3 py-2">
            <p className="font-medium">Not analysed</p>
            <ul className="mt-1 flex flex-col gap-1 text-xs">
              {report.notAnalysed.map(({ what, reason }) => (
                <li key={`${what} ${reason}`} className="break-words">
                  {what}: {reason}
                </li>
              ))}
            </ul>
          </div>
        )}
        <p className="break-words" data-testid="verdict">
          {report.verdict}
        </p>
        <fieldset className="grid grid-cols-4 gap-1">
          <legend className="sr-only">Filter by severity</legend>
          {severities.map((severity) => (
            <button
              key={severity}
              type="button"
              aria-pressed={!hidden.includes(severity)}
              onClick={() => onToggle(severity)}
              className="flex flex-col items-start rounded-md border border-line px-2 py-1.5 hover:bg-sunken aria-[pressed=false]:border-dashed aria-[pressed=false]:text-muted"
            >
              <span className="numbers text-base">{report.counts[severity] ?? 0}</span>
              <span
                className={`text-xs ${hidden.includes(severity) ? "line-through" : severityLooks[severity].text}`}
              >
                {severity}
              </span>
            </button>
          ))}
        </fieldset>
        <div className="flex flex-wrap gap-2">
          <Button isBusy={sarif.isPending} onClick={() => sarif.mutate()}>
            Download SARIF
          </Button>
          <Button onClick={() => download("audit.md", markdown, "text/markdown")}>Download report</Button>
        </div>
        {sarif.error && <Failure error={sarif.error} />}
      </div>
    </Panel>
  );
}
