import { formatCredits } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import type { TraitCounts } from "./rarity.ts";
import type { TraitChoice } from "./use-gallery-view.ts";

const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 2 });

/** Counts and shares of every value, as bars. Selecting a row filters the gallery by it. */
export function RarityTable({
  counts,
  counted,
  chosen,
  onToggle,
}: {
  counts: readonly TraitCounts[];
  counted: number;
  chosen: readonly TraitChoice[];
  onToggle: (choice: TraitChoice) => void;
}) {
  return (
    <Panel
      title="Rarity"
      action={<p className="text-muted text-xs">Select a value to filter the gallery.</p>}
    >
      <div className="grid gap-x-10 gap-y-6 p-4 sm:grid-cols-2 lg:grid-cols-3">
        {counts.map(({ trait, values, without }) => {
          const rows: { value: string | null; count: number }[] =
            without > 0 ? [...values, { value: null, count: without }] : values;
          return (
            <div key={trait} className="min-w-0">
              <table className="w-full table-fixed">
                <caption className="mb-2 truncate text-left font-medium">{trait}</caption>
                <colgroup>
                  <col />
                  <col className="w-14" />
                  <col className="w-16" />
                </colgroup>
                <thead className="sr-only">
                  <tr>
                    <th scope="col">Value</th>
                    <th scope="col">Tokens</th>
                    <th scope="col">Share</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ value, count }) => {
                    const isChosen = chosen.some((each) => each.trait === trait && each.value === value);
                    return (
                      <tr key={value ?? "none"} data-trait={trait} data-value={value ?? ""}>
                        <th scope="row" className="p-0 text-left font-normal">
                          <button
                            type="button"
                            aria-pressed={isChosen}
                            onClick={() => onToggle({ trait, value })}
                            className={`-mx-2 block w-full truncate rounded px-2 py-1 text-left hover:bg-sunken ${isChosen ? "bg-sunken font-medium" : ""} ${value === null ? "text-muted" : ""}`}
                          >
                            {value ?? "None"}
                            <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-line">
                              <span
                                className={`block h-full rounded-full ${isChosen ? "bg-accent" : "bg-muted"}`}
                                style={{ width: `${(count / counted) * 100}%` }}
                              />
                            </span>
                          </button>
                        </th>
                        <td className="numbers w-14 text-right align-top text-xs leading-7">
                          {formatCredits(count)}
                        </td>
                        <td className="numbers w-16 text-right align-top text-muted text-xs leading-7">
                          {percent.format(count / counted)}
                        </td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            </div>
          );
        })}
      </div>
    </Panel>
  );
}
