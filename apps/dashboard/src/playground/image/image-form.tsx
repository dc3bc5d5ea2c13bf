import { enhancements } from "@mintwright/api-contract";
import type { ReactNode } from "react";
import { Choice, Field, TextField } from "../../ui/field.tsx";
import { type ImageForm as Form, maxCount, maxPromptCharacters } from "./image-request.ts";
import { ModelField } from "./model-field.tsx";
import { ReferenceField } from "./reference-field.tsx";
import { SizeField } from "./size-field.tsx";
import { StyleField } from "./style-field.tsx";
import { TraitsField } from "./traits-field.tsx";

const enhancementNames: Record<(typeof enhancements)[number], string> = {
  original: "None",
  "1x": "Enhanced",
  "2x": "Enhanced, 2× size",
};

const examples = ["a fox who mends clocks", "a lighthouse in a storm, paper cut", "an owl librarian"];

export function ImageForm({
  form,
  onChange,
  children,
}: {
  form: Form;
  onChange: (form: Form) => void;
  children: ReactNode;
}) {
  const change = (changed: Partial<Form>) => onChange({ ...form, ...changed });
  const counts = Array.from({ length: maxCount }, (_, index) => String(index + 1));
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <TextField
          label="Prompt"
          rows={4}
          required
          maxLength={maxPromptCharacters}
          placeholder="Describe the subject, action and setting"
          value={form.prompt}
          onChange={(event) => change({ prompt: event.target.value })}
        />
        {form.prompt === "" && (
          <div className="flex flex-wrap gap-2">
            {examples.map((example) => (
              <button
                key={example}
                type="button"
                onClick={() => change({ prompt: example })}
                className="rounded-full border border-edge px-3 py-1 text-muted text-xs hover:bg-sunken hover:text-ink"
              >
                {example}
              </button>
            ))}
          </div>
        )}
      </div>
      <ModelField form={form} onChange={onChange} />
      <SizeField form={form} onChange={onChange} />
      <StyleField style={form.style} onChange={(style) => change({ style })} />
      <div className="grid grid-cols-2 gap-3">
        <Choice
          label="Enhancement"
          value={form.enhance}
          onChange={(enhance) => change({ enhance })}
          options={[
            ["", "Automatic"],
            ...enhancements.map((name) => [name, enhancementNames[name]] as const),
          ]}
        />
        <Choice
          label="Images"
          value={String(form.count)}
          onChange={(count) => change({ count: Number(count) })}
          options={counts.map((count) => [count, count])}
        />
      </div>
      <details className="group rounded-md border border-line" open={hasDetails(form) || undefined}>
        <summary className="cursor-pointer px-3 py-2 font-medium">
          Advanced: traits, reference image, seed
        </summary>
        <div className="flex flex-col gap-5 border-line border-t p-3">
          <TraitsField traits={form.traits} onChange={(traits) => change({ traits })} />
          <ReferenceField
            reference={form.reference}
            keepsCharacter={form.keepsCharacter}
            onChange={(changed) => change(changed)}
          />
          <Field
            label="Seed"
            inputMode="numeric"
            pattern="[0-9]*"
            placeholder="Random"
            hint="The same seed and request produce the same image if the engine supports it."
            className="numbers"
            value={form.seed}
            onChange={(event) => change({ seed: event.target.value.replaceAll(/\D/g, "").slice(0, 10) })}
          />
        </div>
      </details>
      <div className="sticky bottom-[53px] z-5 -mx-1 border-line border-t bg-paper px-1 py-3 md:bottom-0">
        {children}
      </div>
    </div>
  );
}

const hasDetails = (form: Form) => form.traits.length > 0 || form.reference !== "" || form.seed !== "";
