import { type ImageModelName, imageModelNames, planImage, toCredits } from "@mintwright/api-contract";
import { writeCredits } from "../price.tsx";
import { chooseModel, type ImageForm } from "./image-request.ts";

const cards: Record<ImageModelName, { speed: string; text: string }> = {
  velogen: { speed: "Fastest", text: "Drafts and large collections, up to 768 pixels." },
  nebula_forge_xl: { speed: "Medium", text: "Detailed illustrations, up to 1024 pixels." },
  VisionaryForge: { speed: "Medium", text: "Realistic scenes and portraits, up to 1024 pixels." },
  Dale3: { speed: "Slow", text: "Follows long prompts closely, also in widescreen." },
};

/** The image models as cards: what each is for, how fast it is and what an image costs. */
export function ModelField({ form, onChange }: { form: ImageForm; onChange: (form: ImageForm) => void }) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">Model</legend>
      <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-1">
        {imageModelNames.map((model) => {
          const chosen = chooseModel(form, model);
          const { plan } = planImage(model, { ...chosen, enhance: chosen.enhance || undefined });
          return (
            <label
              key={model}
              className="flex cursor-pointer flex-col gap-0.5 rounded-md border border-edge p-3 hover:bg-sunken has-checked:border-ink has-checked:shadow-[inset_0_0_0_1px_var(--ink)] has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
            >
              <input
                type="radio"
                name="model"
                value={model}
                className="sr-only"
                checked={form.model === model}
                onChange={() => onChange(chosen)}
              />
              <span className="flex items-baseline justify-between gap-3">
                <span className="font-medium">{model}</span>
                <span className="whitespace-nowrap text-muted text-xs">
                  {cards[model].speed}
                  {plan && ` · ${writeCredits(toCredits(plan.price))}`}
                </span>
              </span>
              <span className="text-muted text-xs">{cards[model].text}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
