import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { writeCredits } from "../price.tsx";
import type { RecentImage } from "./recent-images.ts";

export function GeneratedImage({
  image,
  isBusy,
  onUseAsReference,
  onUseSeed,
}: {
  image: RecentImage;
  isBusy: boolean;
  onUseAsReference: () => void;
  onUseSeed: () => void;
}) {
  const { request, seed, url, blob, charged } = image;
  const ending = blob.type.split("/")[1]?.replace("jpeg", "jpg") ?? "png";
  return (
    <figure className="flex flex-col gap-3">
      <img
        src={url}
        alt={request.prompt}
        width={request.width}
        height={request.height}
        className="mx-auto h-auto max-h-[70vh] w-auto max-w-full rounded-md"
      />
      <figcaption className="flex flex-col gap-3">
        <p className="line-clamp-3 break-words">{request.prompt}</p>
        <p className="flex flex-wrap gap-x-4 text-muted text-xs">
          <span>{request.model}</span>
          {request.style && <span>{request.style}</span>}
          {seed !== undefined && <span className="numbers">seed {seed}</span>}
          <span data-testid="charged">{writeCredits(charged)}</span>
        </p>
        <div className="flex flex-wrap gap-2">
          <a
            href={url}
            download={`image-${seed ?? image.id}.${ending}`}
            className="inline-flex min-h-9 items-center rounded-md border border-line bg-surface px-3 font-medium hover:bg-sunken"
          >
            Download
          </a>
          <CopyImageButton blob={blob} />
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

function CopyImageButton({ blob }: { blob: Blob }) {
  const [message, setMessage] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": toPng(blob) })]);
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
