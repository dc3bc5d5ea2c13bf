import { Panel } from "../../ui/page.tsx";
import { AuditDownloads } from "./audit-downloads.tsx";
import type { PaidAudit } from "./audit-workspace.ts";
import { type Severity, severities, severityLooks } from "./audit-workspace.ts";

/** The verdict, counts by severity and report downloads. */
export function AuditSummary({
  audit,
  hidden,
  onToggle,
}: {
  audit: PaidAudit;
  hidden: readonly Severity[];
  onToggle: (severity: Severity) => void;
}) {
  const { report, isStale } = audit;
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
        <AuditDownloads audit={audit} />
      </div>
    </Panel>
  );
}
