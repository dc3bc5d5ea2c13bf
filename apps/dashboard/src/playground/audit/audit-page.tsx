import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { operations } from "../../api/operations.ts";
import { creditsQuery } from "../../api/queries.ts";
import type { LineMark } from "../../code/line-marks.ts";
import { libraryKey } from "../../library/library-queries.ts";
import { Panel } from "../../ui/page.tsx";
import { Empty, LoadingRows } from "../../ui/states.tsx";
import { PaidFailure } from "../paid-failure.tsx";
import { PlaygroundFrame } from "../playground-frame.tsx";
import { SnippetPanel } from "../snippet-panel.tsx";
import { AuditCode } from "./audit-code.tsx";
import { AuditFindings } from "./audit-findings.tsx";
import { AuditProgress } from "./audit-progress.tsx";
import { AuditSources } from "./audit-sources.tsx";
import { AuditSummary } from "./audit-summary.tsx";
import { type Severity, severities, writeQuestion } from "./audit-workspace.ts";
import { draftItem, useAuditWorkspace } from "./use-audit-workspace.ts";

const route = getRouteApi("/inside/playground/audit");

export function AuditPage() {
  const queryClient = useQueryClient();
  const { item } = route.useSearch();
  const navigate = route.useNavigate();
  const { workspace, setWorkspace, isOpening } = useAuditWorkspace(item);
  const isChanged = workspace.audit?.isStale === true && item !== draftItem;
  useEffect(() => {
    // A reload must show the changed code, not the audited one.
    if (isChanged) void navigate({ search: { item: draftItem }, replace: true });
  }, [isChanged, navigate]);
  const [chosen, setChosen] = useState<string>();
  const [hidden, setHidden] = useState<readonly Severity[]>([]);
  const [shownLines, setShownLines] = useState<readonly number[]>([]);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const audit = useMutation({
    mutationFn: async () => {
      running.current = new AbortController();
      const { data, credits, stored } = await operations.contracts
        .audit({ question: writeQuestion(workspace.files) }, { signal: running.current.signal })
        .withResponse();
      const itemId = stored?.itemIds[0];
      return { ...data, charged: credits?.charged ?? 0, isStale: false, itemId };
    },
    onSuccess: async (made) => {
      setWorkspace((current) => ({ ...current, audit: made }));
      await queryClient.invalidateQueries({ queryKey: libraryKey });
      if (made.itemId) await navigate({ search: { item: made.itemId }, replace: true });
      setHidden([]);
      setChosen(undefined);
      setShownLines([]);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: creditsQuery.queryKey }),
  });
  const isStopped = audit.error !== null && running.current?.signal.aborted;

  const report = workspace.audit?.report;
  const findings = useMemo(
    () => report?.findings.filter(({ severity }) => !hidden.includes(severity)) ?? [],
    [report, hidden],
  );
  const marks = useMemo<LineMark[]>(
    () =>
      findings
        .filter(({ file }) => file === workspace.shown)
        .flatMap(({ id, lines, severity, title }) =>
          lines.slice(0, 50).map((line) => ({ id, line, severity, title: `${severity}: ${title}` })),
        ),
    [findings, workspace.shown],
  );
  const choose = (id: string) => {
    const finding = report?.findings.find((one) => one.id === id);
    if (!finding) return;
    setChosen(id);
    if (workspace.files.some(({ name }) => name === finding.file)) {
      setWorkspace((current) => ({ ...current, shown: finding.file }));
      setShownLines([...finding.lines]);
    }
  };

  return (
    <PlaygroundFrame
      tool="Audit"
      text="Paste or drop Solidity files. Findings appear next to the code, with impact and a suggested fix."
    >
      <AuditSources />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_400px]">
        <AuditCode
          workspace={workspace}
          onChange={setWorkspace}
          marks={marks}
          onMark={choose}
          shownLines={shownLines}
          isBusy={audit.isPending}
          onAudit={() => audit.mutate()}
        />
        <div
          className={`flex min-w-0 flex-col gap-4 ${workspace.audit || audit.isPending || isOpening ? "max-lg:order-first" : ""}`}
        >
          {audit.error && !isStopped && <PaidFailure error={audit.error} />}
          {isStopped && <p role="status">Stopped. Nothing was charged.</p>}
          {audit.isPending ? (
            <AuditProgress onStop={() => running.current?.abort(new Error("stopped"))} />
          ) : workspace.audit ? (
            <>
              {workspace.audit.itemId === undefined && workspace.audit.charged > 0 && (
                <p role="alert" className="rounded-md bg-amber-soft px-3 py-2">
                  Your storage is full, so this audit was not stored. Download the report now, or delete items
                  from your library.
                </p>
              )}
              <AuditSummary
                audit={workspace.audit}
                hidden={hidden}
                onToggle={(severity) =>
                  setHidden(
                    hidden.includes(severity)
                      ? hidden.filter((one) => one !== severity)
                      : [...hidden, severity],
                  )
                }
              />
              <AuditFindings
                findings={findings}
                total={workspace.audit.report.findings.length}
                chosen={chosen}
                onChoose={choose}
                onShowAll={() => setHidden([])}
              />
            </>
          ) : isOpening ? (
            <div className="min-h-[80vh]">
              <Panel>
                <LoadingRows />
              </Panel>
            </div>
          ) : (
            <Panel>
              <Empty
                title="Findings appear here"
                text={`Each finding shows its severity (${severities.join(", ")}), location, impact and a suggested fix. Code that does not compile is not charged.`}
              />
            </Panel>
          )}
        </div>
      </div>
      <SnippetPanel call={{ tool: "audit", input: { question: writeQuestion(workspace.files) } }} />
    </PlaygroundFrame>
  );
}
