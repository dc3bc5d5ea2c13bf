import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { toPreview, uploadReference } from "./reference.ts";

export function ReferenceField({
  reference,
  keepsCharacter,
  onChange,
}: {
  reference: string;
  keepsCharacter: boolean;
  onChange: (change: { reference?: string; keepsCharacter?: boolean }) => void;
}) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const upload = useMutation({
    mutationFn: uploadReference,
    onSuccess: ({ url }) => onChange({ reference: url }),
  });
  const take = (file: File | null | undefined) => file && upload.mutate(file);
  const preview = toPreview(reference);
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">Reference image</legend>
      {reference && preview ? (
        <div className="flex items-center gap-3 rounded-md bg-sunken p-3">
          <img src={preview} alt="Reference" className="size-16 rounded-md object-cover" />
          <p className="min-w-0 flex-1 text-muted text-xs">The new image is based on this one.</p>
          <Button onClick={() => onChange({ reference: "", keepsCharacter: false })}>Remove</Button>
        </div>
      ) : (
        <>
          <label
            htmlFor={id}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={(event) => {
              event.preventDefault();
              setOver(false);
              take(event.dataTransfer.files[0]);
            }}
            className={`flex cursor-pointer flex-col items-center gap-1 rounded-md border border-dashed px-3 py-5 text-center has-focus-visible:outline-2 has-focus-visible:outline-accent ${isOver ? "border-ink bg-sunken" : "border-line"}`}
          >
            <span>{upload.isPending ? "Uploading…" : "Drop an image here, or choose a file"}</span>
            <span className="text-muted text-xs">Visible to your account only.</span>
            <input
              id={id}
              type="file"
              accept="image/*"
              className="sr-only"
              onChange={(event) => take(event.target.files?.[0])}
            />
          </label>
          {upload.error && (
            <p role="alert" className="text-red text-xs">
              {upload.error.message}
            </p>
          )}
          <Field
            label="Or image URL"
            type="url"
            placeholder="https://example.com/fox.png"
            value={reference}
            onChange={(event) => onChange({ reference: event.target.value })}
          />
        </>
      )}
      {reference && (
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-(--accent)"
            checked={keepsCharacter}
            onChange={(event) => onChange({ keepsCharacter: event.target.checked })}
          />
          Keep the character recognizable
        </label>
      )}
    </fieldset>
  );
}
