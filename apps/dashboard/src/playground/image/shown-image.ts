import type { GeneratedImage } from "@mintwright/sdk";
import { createId } from "../../api/create-id.ts";
import { fileUrlOf, type Item, thumbnailUrlOf } from "../../library/library-queries.ts";

/** An image of the library, or one that could not be stored. */
export interface ShownImage {
  id: string;
  url: string;
  thumbnailUrl: string;
  contentType: string;
  prompt: string;
  model: string;
  width: number;
  height: number;
  style: string | null;
  seed: number | undefined;
  charged: number;
  isStored: boolean;
  /** Of an image that is not stored: the page may not fetch its own object URL. */
  blob?: Blob;
}

export function toStoredImage(item: Item): ShownImage[] {
  if (!item.image) return [];
  const { id, title, prompt, model, price, contentType, image } = item;
  return [
    {
      id,
      url: fileUrlOf(id),
      thumbnailUrl: thumbnailUrlOf(id),
      contentType: contentType ?? "image/png",
      prompt: prompt ?? title,
      model: model ?? "",
      width: image.width,
      height: image.height,
      style: image.style,
      seed: image.seed,
      charged: price,
      isStored: true,
    },
  ];
}

/** Shows an image from memory: the account's storage has no room for it, so it is lost when the page is closed. */
export function toUnstoredImage(
  { bytes, contentType, seed }: GeneratedImage,
  request: { prompt: string; model: string; width: number; height: number; style?: string | undefined },
  charged: number,
): ShownImage {
  const { prompt, model, width, height, style = null } = request;
  const blob = new Blob([bytes], { type: contentType });
  const url = URL.createObjectURL(blob);
  const facts = { prompt, model, width, height, style, seed, charged };
  return { id: createId(), url, thumbnailUrl: url, contentType, ...facts, isStored: false, blob };
}

export const loadBlob = async ({ url, blob }: ShownImage): Promise<Blob> => blob ?? (await fetch(url)).blob();
