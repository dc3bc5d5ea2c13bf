import { findRuleProblem } from "@mintwright/api-contract";
import { Button } from "../ui/button.tsx";
import { Panel } from "../ui/page.tsx";
import { createRule, type DraftRule, type DraftTrait, readRules, readTraits } from "./draft.ts";

const box = "h-9 w-full min-w-0 rounded-md border border-edge bg-surface px-2 text-ink";

/** Edits rules between values of traits and names a rule that the exact counts do not allow. */
export function RulesEditor({
  rules,
  traits,
  amount,
  onChange,
}: {
  rules: DraftRule[];
  traits: readonly DraftTrait[];
  amount: number;
  onChange: (rules: DraftRule[]) => void;
}) {
  const values = listValues(traits);
  const written = readTraits(traits);
  if (written.length < 2 && rules.length === 0) return null;
  const change = (id: string, part: Partial<DraftRule>) =>
    onChange(rules.map((rule) => (rule.id === id ? { ...rule, ...part } : rule)));
  const complete = rules.filter(({ first, second }) => first !== "" && second !== "");
  const problem = amount > 0 ? findRuleProblem(written, readRules(complete), amount) : undefined;
  const refused = problem && complete[problem.index];
  return (
    <Panel
      title="Rules"
      action={<Button onClick={() => onChange([...rules, createRule()])}>Add rule</Button>}
    >
      {rules.length === 0 && (
        <p className="p-4 text-muted">
          A rule keeps two values apart, or makes one value require another. The number of tokens per value
          stays exact.
        </p>
      )}
      <ul className="divide-y divide-line">
        {rules.map((rule, index) => (
          <li key={rule.id} className="flex flex-col gap-2 p-4">
            <div className="grid items-center gap-2 sm:grid-cols-[1fr_9rem_1fr_auto]">
              <ValueChoice
                label={`First value of rule ${index + 1}`}
                value={rule.first}
                values={values}
                onChange={(first) => change(rule.id, { first })}
              />
              <select
                aria-label={`Kind of rule ${index + 1}`}
                value={rule.kind}
                onChange={(event) => change(rule.id, { kind: event.target.value as DraftRule["kind"] })}
                className={box}
              >
                <option value="never">never with</option>
                <option value="requires">requires</option>
              </select>
              <ValueChoice
                label={`Second value of rule ${index + 1}`}
                value={rule.second}
                values={values}
                onChange={(second) => change(rule.id, { second })}
              />
              <Button
                aria-label={`Remove rule ${index + 1}`}
                onClick={() => onChange(rules.filter(({ id }) => id !== rule.id))}
              >
                Remove
              </Button>
            </div>
            {refused === rule && (
              <p role="alert" className="text-red text-xs">
                This rule is impossible: {problem?.reason}.
              </p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function ValueChoice({
  label,
  value,
  values,
  onChange,
}: {
  label: string;
  value: string;
  values: readonly string[];
  onChange: (value: string) => void;
}) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={box}
    >
      <option value="">Select a value</option>
      {/* A value that was renamed stays selected, so that the rule is not changed silently. */}
      {(value === "" || values.includes(value) ? values : [value, ...values]).map((each) => (
        <option key={each} value={each}>
          {writeValue(each)}
        </option>
      ))}
    </select>
  );
}

function listValues(traits: readonly DraftTrait[]): string[] {
  const listed = readTraits(traits).flatMap(({ trait_type, value }) =>
    value.map((each) => JSON.stringify([trait_type, each.value])),
  );
  return [...new Set(listed)];
}

function writeValue(json: string): string {
  const [trait, value] = JSON.parse(json) as [string, string];
  return `${trait}: ${value}`;
}
