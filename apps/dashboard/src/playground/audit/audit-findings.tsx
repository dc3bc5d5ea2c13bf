import type { AuditReport } from "@mintwright/sdk";
import { Fragment, memo, useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Panel } from "../../ui/page.tsx";
import { Empty } from "../../ui/states.tsx";
import { Markdown } from "../markdown.tsx";
import { severityLooks } from "./audit-workspace.ts";

export type Finding = AuditReport["findings"][number];

/** The list of findings. The selected one is expanded and its lines are highlighted. */
export function AuditFindings({
  findings,
  total,
  chosen,
  onChoose,
  onShowAll,
}: {
  findings: readonly Finding[];
  total: number;
  chosen: string | undefined;
  onChoose: (id: string) => void;
  onShowAll: () => void;
}) {
  const choose = useRef(onChoose);
  choose.current = onChoose;
  const pick = useRef((id: string) => choose.current(id)).current;
  if (total === 0) return null;
  if (findings.length === 0) return <AllHidden total={total} onShowAll={onShowAll} />;
  return (
    <Panel>
      <ol aria-label="Findings" className="max-h-[34rem] divide-y divide-line overflow-y-auto">
        {groupByRule(findings).map((group) => {
          const [first] = group;
          return (
            <Fragment key={`${first?.severity} ${first?.rule}`}>
              {first && group.length > 1 && <GroupHeading finding={first} count={group.length} />}
              {group.map((finding) => (
                <FindingRow
                  key={finding.id}
                  finding={finding}
                  place={`${finding.file}:${finding.lines[0]} ${finding.subject}`}
                  isInGroup={group.length > 1}
                  isChosen={finding.id === chosen}
                  onChoose={pick}
                />
              ))}
            </Fragment>
          );
        })}
      </ol>
    </Panel>
  );
}

export function AllHidden({ total, onShowAll }: { total: number; onShowAll: () => void }) {
  return (
    <Panel>
      <Empty title="All findings are hidden" text="The severity filter hides all findings.">
        <Button onClick={onShowAll}>Show all {total}</Button>
      </Empty>
    </Panel>
  );
}

function groupByRule(findings: readonly Finding[]): Finding[][] {
  return [...Map.groupBy(findings, ({ severity, rule }) => `${severity} ${rule}`).values()];
}

function GroupHeading({ finding: { severity, title }, count }: { finding: Finding; count: number }) {
  return (
    <li className="flex items-baseline gap-2 bg-sunken px-4 py-2">
      <span className={`shrink-0 font-medium text-xs ${severityLooks[severity].text}`}>{severity}</span>
      <span className="min-w-0 flex-1 break-words font-medium">{title}</span>
      <span className="whitespace-nowrap text-muted text-xs">{count} findings</span>
    </li>
  );
}

/** Memoized: selecting a finding re-renders two rows, not hundreds. */
export const FindingRow = memo(function FindingRow({
  finding,
  place,
  isInGroup = false,
  isChosen,
  onChoose,
}: {
  finding: Finding;
  place: string;
  /** The heading above shows severity and title. */
  isInGroup?: boolean;
  isChosen: boolean;
  onChoose: (id: string) => void;
}) {
  const row = useRef<HTMLLIElement>(null);
  const { id, title, severity, explanation, recommendation, proof } = finding;
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    <li ref={row} className={isChosen ? severityLooks[severity].soft : ""}>
      <button
        type="button"
        aria-expanded={isChosen}
        onClick={() => onChoose(id)}
        className="w-full px-4 py-3 text-left hover:bg-sunken"
      >
        <span className={isInGroup ? "sr-only" : "flex items-baseline gap-2"}>
          <span className={`shrink-0 font-medium text-xs ${severityLooks[severity].text}`}>{severity}</span>
          <span className="min-w-0 break-words font-medium">{title}</span>
          {proof && <span className="shrink-0 font-medium text-xs">Proven</span>}
        </span>
        <span className="numbers mt-0.5 block break-all text-muted text-xs">{place}</span>
      </button>
      {isChosen && (
        <div className="flex flex-col gap-3 px-4 pb-4">
          <Words name="Impact" text={explanation} />
          <Words name="Suggested fix" text={recommendation} />
          {proof && (
            <div className="flex flex-col items-start gap-2">
              <Words name="Proven by a test" text={proof.explanation} />
              <CopyButton text={proof.test} label="Copy the Foundry test" />
            </div>
          )}
          <p className="text-muted text-xs">
            {[
              `Confidence: ${finding.confidence}`,
              nameCategory(finding.category),
              finding.swc,
              `found by ${finding.engines.join(" and ")}`,
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
      )}
    </li>
  );
});

function Words({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <p className="text-muted text-xs">{name}</p>
      <Markdown text={text} />
    </div>
  );
}

/** Formats a category as the field names it: access_control becomes Access control. */
function nameCategory(category: string): string {
  const words = category.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
