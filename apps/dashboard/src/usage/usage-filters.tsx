import { getRouteApi } from "@tanstack/react-router";
import { InlineChoice } from "../ui/field.tsx";
import { type Measure, measures, periods, toRange, type UsageSearch } from "./usage-search.ts";

const route = getRouteApi("/inside/usage");
const groupings = [
  ["operation", "Operation"],
  ["key", "Key"],
  ["model", "Model"],
  ["day", "Day"],
] as const;
export const measureNames: Record<Measure, string> = {
  spent: "Credits",
  requests: "Requests",
  errors: "Errors",
};
const dateLook = "h-9 min-w-0 rounded-md border border-edge bg-surface px-2 text-ink text-sm";

export function UsageFilters({ search }: { search: UsageSearch }) {
  const navigate = route.useNavigate();
  const change = (part: UsageSearch) =>
    navigate({ search: (current) => ({ ...current, ...part }), replace: true });
  const changeRange = (part: { from?: string; to?: string }) =>
    navigate({
      search: (current) => ({ ...current, days: undefined, ...toRange(current), ...part }),
      replace: true,
    });
  const range = toRange(search);
  const isCustom = search.from !== undefined;
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-md border border-line bg-surface p-4 sm:flex sm:flex-wrap sm:items-center">
      <InlineChoice
        isAboveOnPhone
        label="Group by"
        value={search.by ?? "operation"}
        onChange={(by) => change({ by })}
        options={groupings}
      />
      <InlineChoice
        isAboveOnPhone
        label="Show"
        value={search.show ?? "spent"}
        onChange={(show) => change({ show })}
        options={measures.map((measure) => [measure, measureNames[measure]] as const)}
      />
      <InlineChoice
        isAboveOnPhone
        label="Period"
        value={isCustom ? "custom" : String(search.days ?? 30)}
        onChange={(period) =>
          period === "custom"
            ? changeRange({})
            : change({
                days: periods.find((days) => String(days) === period),
                from: undefined,
                to: undefined,
              })
        }
        options={[
          ...periods.map((days) => [String(days), `Last ${days} days`] as const),
          ["custom", "Custom dates"],
        ]}
      />
      {isCustom && (
        <>
          <DateField
            label="From"
            value={range.from}
            max={range.to}
            onChange={(from) => changeRange({ from })}
          />
          <DateField label="To" value={range.to} min={range.from} onChange={(to) => changeRange({ to })} />
        </>
      )}
    </div>
  );
}

function DateField({
  label,
  value,
  onChange,
  ...bounds
}: {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (value: string) => void;
}) {
  return (
    <label className="flex min-w-0 flex-col gap-1 text-muted text-xs sm:flex-row sm:items-center sm:gap-2">
      {label}
      <input
        type="date"
        value={value}
        {...bounds}
        onChange={(event) => event.target.value && onChange(event.target.value)}
        className={dateLook}
      />
    </label>
  );
}
