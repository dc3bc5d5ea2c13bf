import { listCommonSizes, planImage } from "@mintwright/api-contract";
import type { ImageForm } from "./image-request.ts";

export function SizeField({ form, onChange }: { form: ImageForm; onChange: (form: ImageForm) => void }) {
  const { plan } = planImage(form.model, { ...form, enhance: form.enhance || undefined });
  const longest = Math.max(...listCommonSizes(form.model).flat());
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">Size</legend>
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        {listCommonSizes(form.model).map(([width, height]) => (
          <label
            key={`${width}×${height}`}
            className="flex cursor-pointer flex-col items-center justify-end gap-2 rounded-md border border-line p-2 hover:bg-sunken has-checked:border-ink has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="size"
              className="sr-only"
              checked={form.width === width && form.height === height}
              onChange={() => onChange({ ...form, width, height })}
            />
            <span className="flex h-9 items-end" aria-hidden="true">
              <span
                className="block rounded-[3px] border border-muted"
                style={drawShape(width, height, longest)}
              />
            </span>
            <span className="numbers text-[11px] leading-none">
              {width}×{height}
            </span>
          </label>
        ))}
      </div>
      {plan && (
        <p className="text-muted text-xs">
          Delivered at {plan.delivered.width} × {plan.delivered.height} pixels
          {plan.isEnhanced ? ", enhanced." : "."}
        </p>
      )}
    </fieldset>
  );
}

/** The aspect ratio is exact; the size is compressed so that small sizes stay visible. */
function drawShape(width: number, height: number, longest: number) {
  const side = Math.max(width, height);
  const pixels = 18 + (side / longest) * 16;
  return { width: (width / side) * pixels, height: (height / side) * pixels };
}
