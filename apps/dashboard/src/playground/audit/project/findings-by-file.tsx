import { useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { Panel } from "../../../ui/page.tsx";
import { Empty } from "../../../ui/states.tsx";
import { type Finding, FindingRow } from "../audit-findings.tsx";

/** Findings under the file that they are in, files with the most severe findings first. */
export function FindingsByFile({
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
  const choose = useRef(onChoose).current;
  if (total === 0) return null;
  if (findings.length === 0) {
    return (
      <Panel>
        <Empty title="All findings are hidden" text="The severity filter hides all findings.">
          <Button onClick={onShowAll}>Show all {total}</Button>
        </Empty>
      </Panel>
    );
  }
  return (
    <Panel>
      <ul aria-label="Findings by file" className="max-h-[40rem] divide-y divide-line overflow-y-auto">
        {groupByFile(findings).map(([file, found]) => (
          <li key={file}>
            <h2 className="flex items-baseline gap-2 bg-sunken px-4 py-2">
              <span className="numbers min-w-0 flex-1 break-all text-xs">{file}</span>
              <span className="whitespace-nowrap text-muted text-xs">{countFindings(found.length)}</span>
            </h2>
            <ol className="divide-y divide-line">
              {found.map((finding) => (
                <FindingRow
                  key={finding.id}
                  finding={finding}
                  place={describePlace(finding)}
                  isChosen={finding.id === chosen}
                  onChoose={choose}
                />
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Findings arrive by severity, so the file of the most severe one comes first. Within a file they are in its order. */
export function groupByFile(findings: readonly Finding[]): [file: string, found: Finding[]][] {
  return [...Map.groupBy(findings, ({ file }) => file)].map(([file, found]) => [
    file,
    found.toSorted((one, other) => (one.lines[0] ?? 0) - (other.lines[0] ?? 0)),
  ]);
}

export const countFindings = (count: number) => `${count} ${count === 1 ? "finding" : "findings"}`;

export const describePlace = ({ lines, subject }: Finding) => `Line ${lines[0]} · ${subject}`;
