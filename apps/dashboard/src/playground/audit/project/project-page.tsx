import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { Panel } from "../../../ui/page.tsx";
import { Empty, Failure, LoadingRows } from "../../../ui/states.tsx";
import { PaidFailure } from "../../paid-failure.tsx";
import { PlaygroundFrame } from "../../playground-frame.tsx";
import { AuditProgress } from "../audit-progress.tsx";
import { AuditSources } from "../audit-sources.tsx";
import { AuditSummary } from "../audit-summary.tsx";
import type { Severity } from "../audit-workspace.ts";
import { FindingsByFile } from "./findings-by-file.tsx";
import { ProjectCode } from "./project-code.tsx";
import { ProjectUpload } from "./project-upload.tsx";
import { useProjectAudit } from "./use-project-audit.ts";

const route = getRouteApi("/inside/playground/audit/project");

export function ProjectPage() {
  const { item } = route.useSearch();
  const { audit, files, running, stop, isStopped, isOpening, openError } = useProjectAudit(item);
  const [chosen, setChosen] = useState<string>();
  const [hidden, setHidden] = useState<readonly Severity[]>([]);
  const findings = useMemo(
    () => audit?.report.findings.filter(({ severity }) => !hidden.includes(severity)) ?? [],
    [audit, hidden],
  );
  const toggle = (severity: Severity) =>
    setHidden(hidden.includes(severity) ? hidden.filter((one) => one !== severity) : [...hidden, severity]);
  const hasResult = audit !== undefined || running.isPending || isOpening;
  return (
    <PlaygroundFrame
      tool="Audit"
      text="Upload a Foundry or Hardhat project. It is compiled with its own settings and dependencies, and findings are listed by file."
    >
      <AuditSources />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_400px]">
        <div className="flex min-w-0 flex-col gap-4">
          <ProjectUpload isBusy={running.isPending} onAudit={(file) => running.mutate(file)} />
          {audit && files && (
            <ProjectCode files={files} findings={findings} chosen={chosen} onChoose={setChosen} />
          )}
        </div>
        <div className={`flex min-w-0 flex-col gap-4 ${hasResult ? "max-lg:order-first" : ""}`}>
          {openError && <Failure error={openError} />}
          {running.error && !isStopped && <PaidFailure error={running.error} />}
          {isStopped && <p role="status">Stopped. Nothing was charged.</p>}
          {running.isPending ? (
            <AuditProgress onStop={stop} />
          ) : audit ? (
            <>
              {audit.itemId === undefined && (
                <p role="alert" className="rounded-md bg-amber-soft px-3 py-2">
                  Your storage is full, so this audit was not stored. Download the report now, or delete items
                  from your library.
                </p>
              )}
              <AuditSummary audit={audit} hidden={hidden} onToggle={toggle} />
              <FindingsByFile
                findings={findings}
                total={audit.report.findings.length}
                chosen={chosen}
                onChoose={setChosen}
                onShowAll={() => setHidden([])}
              />
            </>
          ) : isOpening ? (
            <Panel>
              <LoadingRows />
            </Panel>
          ) : (
            <Panel>
              <Empty
                title="Findings appear here"
                text="They are grouped by file. Files that could not be analysed are listed with the reason. A project of which nothing can be analysed is not charged."
              />
            </Panel>
          )}
        </div>
      </div>
    </PlaygroundFrame>
  );
}
