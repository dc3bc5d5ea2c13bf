import { createId } from "../../api/create-id.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import type { ImageForm } from "./image-request.ts";

type Traits = ImageForm["traits"];

export function TraitsField({ traits, onChange }: { traits: Traits; onChange: (traits: Traits) => void }) {
  const change = (id: string, changed: Partial<Traits[number]>) =>
    onChange(traits.map((trait) => (trait.id === id ? { ...trait, ...changed } : trait)));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">Traits</legend>
      {traits.map(({ id, name, values }) => (
        <div key={id} className="flex flex-wrap items-end gap-2 rounded-md bg-sunken p-3">
          <div className="min-w-24 flex-1">
            <Field
              label="Trait"
              placeholder="Hat"
              maxLength={64}
              value={name}
              onChange={(event) => change(id, { name: event.target.value })}
            />
          </div>
          <div className="min-w-32 flex-2">
            <Field
              label="Values"
              placeholder="top hat, bowler"
              value={values}
              onChange={(event) => change(id, { values: event.target.value })}
            />
          </div>
          <Button
            aria-label={`Remove trait ${name}`}
            onClick={() => onChange(traits.filter((trait) => trait.id !== id))}
          >
            ✕
          </Button>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => onChange([...traits, { id: createId(), name: "", values: "" }])}>
          Add trait
        </Button>
        <p className="flex-1 text-muted text-xs">Separate values with commas. One is picked at random.</p>
      </div>
    </fieldset>
  );
}
