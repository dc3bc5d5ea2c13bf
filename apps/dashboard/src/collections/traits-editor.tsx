import { countTraitQuotas, readRatios } from "@mintwright/api-contract";
import { Button } from "../ui/button.tsx";
import { formatCredits } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { createTrait, createValue, type DraftTrait, readRatio, readTraits } from "./draft.ts";

const input =
  "h-9 w-full min-w-0 rounded-md border border-edge bg-surface px-3 text-ink placeholder:text-muted";

/** Edits traits and shows the exact number of tokens per value, computed by the code that assigns them. */
export function TraitsEditor({
  traits,
  amount,
  onChange,
}: {
  traits: DraftTrait[];
  amount: number;
  onChange: (traits: DraftTrait[]) => void;
}) {
  const replace = (id: string, trait: DraftTrait) =>
    onChange(traits.map((each) => (each.id === id ? trait : each)));
  const action = <Button onClick={() => onChange([...traits, createTrait()])}>Add trait</Button>;
  return (
    <Panel title="Traits" action={action}>
      {traits.length === 0 && (
        <p className="p-4 text-muted">
          A trait gives tokens different values, such as a hat or a colour. You see exactly how many tokens
          get each value.
        </p>
      )}
      <div className="divide-y divide-line">
        {traits.map((trait) => (
          <TraitRow
            key={trait.id}
            trait={trait}
            amount={amount}
            onChange={(changed) => replace(trait.id, changed)}
            onRemove={() => onChange(traits.filter(({ id }) => id !== trait.id))}
          />
        ))}
      </div>
      <Combinations traits={traits} amount={amount} />
    </Panel>
  );
}

function TraitRow({
  trait,
  amount,
  onChange,
  onRemove,
}: {
  trait: DraftTrait;
  amount: number;
  onChange: (trait: DraftTrait) => void;
  onRemove: () => void;
}) {
  const { values } = trait;
  const ratios = values.map(({ ratio }) => readRatio(ratio));
  const counts = countTraitQuotas(ratios, amount);
  const without = counts.at(-1) ?? 0;
  const title = trait.name.trim() || "this trait";
  const setValue = (id: string, change: object) =>
    onChange({ ...trait, values: values.map((each) => (each.id === id ? { ...each, ...change } : each)) });
  const unused = values.filter(({ value }, index) => value.trim() && ratios[index] && !counts[index]);
  const shareEvenly = () => {
    const ratio = String(Math.floor(10_000 / values.length) / 100);
    onChange({ ...trait, values: values.map((each) => ({ ...each, ratio })) });
  };
  return (
    <fieldset className="flex flex-col gap-3 p-4">
      <legend className="sr-only">{title}</legend>
      <div className="flex gap-2">
        <input
          aria-label="Trait"
          placeholder="Trait, for example Hat"
          maxLength={64}
          value={trait.name}
          onChange={(event) => onChange({ ...trait, name: event.target.value })}
          className={`${input} font-medium`}
        />
        <Button onClick={onRemove} aria-label={`Remove ${title}`}>
          Remove
        </Button>
      </div>
      <ShareBar counts={counts} amount={amount} />
      <ul className="flex flex-col gap-2">
        {values.map((value, index) => (
          <li key={value.id} className="grid grid-cols-[1fr_5.5rem_3.5rem_2.25rem] items-center gap-2">
            <input
              aria-label={`Value ${index + 1} of ${title}`}
              placeholder="Value, for example crown"
              maxLength={64}
              value={value.value}
              onChange={(event) => setValue(value.id, { value: event.target.value })}
              className={input}
            />
            <input
              aria-label={`Ratio of value ${index + 1} of ${title}`}
              inputMode="decimal"
              value={value.ratio}
              onChange={(event) => setValue(value.id, { ratio: event.target.value })}
              className={`${input} numbers text-right`}
            />
            <output
              data-testid="count"
              aria-label={`Tokens with value ${index + 1} of ${title}`}
              className="numbers text-right"
            >
              {formatCredits(counts[index] ?? 0)}
            </output>
            <button
              type="button"
              aria-label={`Remove value ${index + 1} of ${title}`}
              disabled={values.length === 1}
              onClick={() => onChange({ ...trait, values: values.filter(({ id }) => id !== value.id) })}
              className="size-9 rounded-md text-muted hover:bg-sunken hover:text-ink disabled:opacity-40"
            >
              ×
            </button>
          </li>
        ))}
        {without > 0 && (
          <li className="grid grid-cols-[1fr_5.5rem_3.5rem_2.25rem] items-center gap-2 text-muted">
            <span className="px-3">Without {title}</span>
            <span />
            <output className="numbers text-right">{formatCredits(without)}</output>
          </li>
        )}
      </ul>
      <RatioNote
        ratios={ratios}
        unused={unused.map(({ value }) => value.trim())}
        isEmpty={without === amount}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onChange({ ...trait, values: [...values, createValue()] })}>Add value</Button>
        <Button onClick={shareEvenly}>Distribute evenly</Button>
      </div>
    </fieldset>
  );
}

/** Explains the unit of the ratios and warns about values without tokens. */
function RatioNote({
  ratios,
  unused,
  isEmpty,
}: {
  ratios: readonly number[];
  unused: readonly string[];
  isEmpty: boolean;
}) {
  const { unit } = readRatios(ratios);
  return (
    <p className="text-muted text-xs">
      Ratios are read as {unit}: fractions if they add up to at most 1, percentages up to 100, otherwise
      weights.{" "}
      {isEmpty ? (
        <span className="text-red">No token gets this trait. Raise the ratios.</span>
      ) : (
        unused.length > 0 && (
          <span className="text-red">No token gets {unused.join(", ")}. Raise the ratio or the amount.</span>
        )
      )}
    </p>
  );
}

function ShareBar({ counts, amount }: { counts: readonly number[]; amount: number }) {
  const strengths = ["opacity-100", "opacity-70", "opacity-50", "opacity-35"];
  return (
    <div aria-hidden="true" className="flex h-1.5 gap-px overflow-hidden rounded-full bg-line">
      {counts.slice(0, -1).map((count, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: segments never move.
          key={index}
          className={`bg-ink ${strengths[index % strengths.length]}`}
          style={{ width: amount > 0 ? `${(count / amount) * 100}%` : 0 }}
        />
      ))}
    </div>
  );
}

function Combinations({ traits, amount }: { traits: readonly DraftTrait[]; amount: number }) {
  const written = readTraits(traits);
  if (written.length === 0) return null;
  // A missing trait counts as one more value.
  const combinations = written.reduce((product, { value }) => {
    const counts = countTraitQuotas(
      value.map(({ ratio }) => ratio),
      amount,
    );
    return product * Math.max(1, counts.filter((count) => count > 0).length);
  }, 1);
  return (
    <p className="border-line border-t px-4 py-3 text-muted text-xs">
      <span className="numbers">{formatCredits(combinations)}</span> combinations for{" "}
      <span className="numbers">{formatCredits(amount)}</span> tokens.{" "}
      {combinations < amount
        ? "Some tokens will share a combination; their images still differ."
        : "Each token gets its own combination where the counts allow it."}
    </p>
  );
}
