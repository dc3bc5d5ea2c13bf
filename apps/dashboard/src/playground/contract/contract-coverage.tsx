import type { GeneratedContract } from "@mintwright/sdk";

type Requirement = NonNullable<GeneratedContract["coverage"]>[number];

const groups: [Requirement["status"], title: string, look: string][] = [
  ["not_included", "Not included", "bg-amber-soft"],
  ["assumed", "Assumed", "bg-sunken"],
  ["included", "Included", "bg-sunken"],
];

/** The requirements of the request, those that the contract does not meet first. */
export function ContractCoverage({ coverage }: { coverage: readonly Requirement[] }) {
  return (
    <section aria-label="Coverage" className="flex flex-col gap-2">
      {groups.map(([status, title, look]) => {
        const requirements = coverage.filter((requirement) => requirement.status === status);
        if (requirements.length === 0) return null;
        return (
          <div key={status} className={`rounded-md px-3 py-2 ${look}`}>
            <h3 className="font-medium text-xs">{title}</h3>
            <ul className="mt-1 flex flex-col gap-1 text-xs">
              {requirements.map((requirement) => (
                <Line key={requirement.requirement} {...requirement} />
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

function Line({ requirement, location, note }: Requirement) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4 break-words">
      <span className="min-w-0">
        {requirement}
        {note && <span className="text-muted"> {note}</span>}
      </span>
      {location && (
        <span className="numbers text-muted">
          <code>{location.name}</code>, line {location.line}
        </span>
      )}
    </li>
  );
}
