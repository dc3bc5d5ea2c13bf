import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { type AnswerOf, call } from "../api/call.ts";
import { countFindings, FindingsOfFile, groupByFile } from "../playground/audit/project/findings-by-file.tsx";
import { buttonLink } from "../ui/button.tsx";
import { Choice } from "../ui/field.tsx";
import { formatMoment } from "../ui/format.ts";
import { Page, Panel } from "../ui/page.tsx";
import { Empty, LoadingRows, PanelFailure } from "../ui/states.tsx";
import { type Item, newestQuery } from "./library-queries.ts";

const route = getRouteApi("/inside/library/compare");
const listedAudits = 100;

type Comparison = AnswerOf<"GET /audit/comparison">;

/** Compares the findings of two audits: new, gone and still there. */
export function ComparePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const audits = useQuery(newestQuery("audit", listedAudits));
  const [before, after] = chooseAudits(audits.data ?? [], search);
  const comparison = useQuery({
    queryKey: ["audit-comparison", before, after],
    queryFn: () => call("GET /audit/comparison", { query: { beforeId: before ?? "", afterId: after ?? "" } }),
    enabled: before !== undefined && after !== undefined,
    retry: false,
  });
  const options = (audits.data ?? []).map(
    ({ id, title, createdAt, audit }) =>
      [id, `${title} · ${formatMoment(createdAt)} · ${countFindings(sumOf(audit))}`] as const,
  );
  return (
    <Page
      title="Compare audits"
      text="A finding is recognised after its lines move or variables are renamed. A renamed function makes it new."
    >
      <Panel>
        {audits.isPending ? (
          <LoadingRows rows={2} />
        ) : audits.error ? (
          <PanelFailure error={audits.error} onRetry={() => audits.refetch()} />
        ) : before === undefined || after === undefined ? (
          <Empty
            title="Two audits are needed"
            text="Audit the code again after a change, then compare the two."
          >
            <Link to="/playground/audit" className={buttonLink.main}>
              Audit code
            </Link>
          </Empty>
        ) : (
          <div className="grid gap-4 p-4 sm:grid-cols-2">
            <Choice
              label="Before"
              value={before}
              onChange={(id) => navigate({ search: { before: id, after }, replace: true })}
              options={options}
            />
            <Choice
              label="After"
              value={after}
              onChange={(id) => navigate({ search: { before, after: id }, replace: true })}
              options={options}
            />
          </div>
        )}
      </Panel>
      {comparison.error && (
        <Panel>
          <PanelFailure error={comparison.error} onRetry={() => comparison.refetch()} />
        </Panel>
      )}
      {comparison.isLoading && (
        <Panel>
          <LoadingRows />
        </Panel>
      )}
      {comparison.data && <Changes comparison={comparison.data} />}
    </Page>
  );
}

const sumOf = (audit: Item["audit"]) =>
  Object.values(audit?.counts ?? {}).reduce((sum, count) => sum + count, 0);

/** What the address names; else the newest audit, and the one before it that has the same title, if there is one. */
function chooseAudits(
  audits: readonly Item[],
  { before, after = audits[0]?.id }: { before?: string | undefined; after?: string | undefined },
): [before: string | undefined, after: string | undefined] {
  const place = audits.findIndex(({ id }) => id === after);
  const older = audits.slice(place + 1);
  const same = older.find(({ title }) => title === audits[place]?.title);
  return [before ?? (same ?? older[0] ?? audits.find(({ id }) => id !== after))?.id, after];
}

function Changes({ comparison }: { comparison: Comparison }) {
  const { added, removed, remaining, onlyBefore, onlyAfter } = comparison;
  return (
    <>
      {(onlyBefore.length > 0 || onlyAfter.length > 0) && (
        <div className="flex flex-col gap-1 rounded-md bg-amber-soft px-4 py-3">
          <OneSided name="Only the first audit analysed" files={onlyBefore} />
          <OneSided name="Only the second audit analysed" files={onlyAfter} />
        </div>
      )}
      <Part title="New" none="No new findings." findings={added} />
      <Part title="Gone" none="All earlier findings are still there." findings={removed} />
      <Part title="Still there" none="No finding is in both audits." findings={remaining} />
    </>
  );
}

function OneSided({ name, files }: { name: string; files: readonly string[] }) {
  if (files.length === 0) return null;
  const more = files.length - 5;
  return (
    <p className="break-words">
      {name}: <span className="numbers text-xs">{files.slice(0, 5).join(", ")}</span>
      {more > 0 && ` and ${more} more`}
    </p>
  );
}

function Part({ title, none, findings }: { title: string; none: string; findings: Comparison["added"] }) {
  const [chosen, setChosen] = useState<string>();
  return (
    <Panel
      title={title}
      action={<span className="text-muted text-xs">{countFindings(findings.length)}</span>}
    >
      {findings.length === 0 ? (
        <p className="p-4 text-muted">{none}</p>
      ) : (
        <ul aria-label={title} className="divide-y divide-line">
          {groupByFile(findings).map(([file, found]) => (
            <li key={file}>
              <h3 className="numbers break-all bg-sunken px-4 py-2 text-xs">{file}</h3>
              <FindingsOfFile findings={found} chosen={chosen} onChoose={setChosen} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
