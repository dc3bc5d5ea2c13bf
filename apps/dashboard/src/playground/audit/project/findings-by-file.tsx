import { Panel } from "../../../ui/page.tsx";
import { AllHidden, type Finding, FindingRow } from "../audit-findings.tsx";

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
  if (total === 0) return null;
  if (findings.length === 0) return <AllHidden total={total} onShowAll={onShowAll} />;
  return (
    <Panel>
      <ul aria-label="Findings by file" className="max-h-[40rem] divide-y divide-line overflow-y-auto">
        {groupByFile(findings).map(([file, found]) => (
          <li key={file}>
            <h2 className="flex items-baseline gap-2 bg-sunken px-4 py-2">
              <span className="numbers min-w-0 flex-1 break-all text-xs">{file}</span>
              <span className="whitespace-nowrap text-muted text-xs">{countFindings(found.length)}</span>
            </h2>
            <FindingsOfFile findings={found} chosen={chosen} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function FindingsOfFile({
  findings,
  chosen,
  onChoose,
}: {
  findings: readonly Finding[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
}) {
  return (
    <ol className="divide-y divide-line">
      {findings.map((finding) => (
        <FindingRow
          key={finding.id}
          finding={finding}
          place={`Line ${finding.lines[0]} · ${finding.subject}`}
          isChosen={finding.id === chosen}
          onChoose={onChoose}
        />
      ))}
    </ol>
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
