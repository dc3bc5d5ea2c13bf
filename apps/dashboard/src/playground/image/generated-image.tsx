import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { writeCredits } from "../price.tsx";
import { loadBlob, type ShownImage } from "./shown-image.ts";

export function GeneratedImage({
  image,
  isBusy,
  onUseAsReference,
  onUseSeed,
}: {
  image: ShownImage;
  isBusy: boolean;
  onUseAsReference: () => void;
  onUseSeed: () => void;
}) {
  const { prompt, model, style, width, height, seed, url, contentType, charged } = image;
  const ending = contentType.split("/")[1]?.replace("jpeg", "jpg") ?? "png";
  return (
    <figure className="flex flex-col gap-3">
      <img
        src={url}
        alt={prompt}
        width={width}
        height={height}
        // A width that is known before the image arrives keeps its place.
        style={{ maxWidth: `min(${width}px, ${(70 * width) / height}vh)` }}
        className="mx-auto h-auto w-full rounded-md"
      />
      <figcaption className="flex flex-col gap-3">
        {!image.isStored && (
          <p role="alert" className="rounded-md bg-amber-soft px-3 py-2">
            Your storage is full, so this image was not stored. Download it now, or delete items from your
            library and generate it again.
          </p>
        )}
        <p className="line-clamp-3 break-words">{prompt}</p>
        <p className="flex flex-wrap gap-x-4 text-muted text-xs">
          <span>{model}</span>
          {style && <span>{style}</span>}
          {seed !== undefined && <span className="numbers">seed {seed}</span>}
          <span data-testid="charged">{writeCredits(charged)}</span>
        </p>
        <div className="flex flex-wrap gap-2">
          <a
            href={url}
            download={`image-${seed ?? image.id}.${ending}`}
            className="inline-flex min-h-9 items-center rounded-md border border-edge bg-surface px-3 font-medium hover:bg-sunken"
          >
            Download
          </a>
          <CopyImageButton image={image} />
          {seed !== undefined && <CopyButton text={String(seed)} label="Copy seed" />}
          {seed !== undefined && <Button onClick={onUseSeed}>Reuse seed</Button>}
          <Button onClick={onUseAsReference} isBusy={isBusy}>
            Use as reference
          </Button>
        </div>
      </figcaption>
    </figure>
  );
}

function CopyImageButton({ image }: { image: ShownImage }) {
  const [message, setMessage] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": loadBlob(image).then(toPng) })]);
      setMessage("Copied");
    } catch {
      setMessage("Copy failed");
    }
    setTimeout(() => setMessage(""), 2_000);
  };
  return (
    <Button onClick={copy}>
      <span aria-live="polite">{message || "Copy image"}</span>
    </Button>
  );
}

/** Browsers only accept PNG images on the clipboard. */
async function toPng(blob: Blob): Promise<Blob> {
  if (blob.type === "image/png") return blob;
  const bitmap = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  return canvas.convertToBlob({ type: "image/png" });
}
