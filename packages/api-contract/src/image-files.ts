import { z } from "zod";
import { defineOperation, free } from "./operation.ts";

const imageRoot = "/files/";
const thumbnailRoot = "/thumbnails/";
const pathBelow = "collections/{collectionId}/{name}";

const common = {
  method: "GET",
  tag: "Files",
  auth: "none",
  response: z.string().meta({ format: "binary" }),
  canRevalidate: true,
  price: free,
  errors: ["not_found", "range_not_satisfiable"],
} as const;

const nameIn = (ending: string) =>
  z.object({
    collectionId: z.uuid("collectionId must be the id of a collection"),
    name: z
      .string()
      .regex(
        new RegExp(`^[1-9]\\d{0,9}-[0-9a-f]{64}\\.${ending}$`),
        `name must be a number, a SHA-256 and .${ending}`,
      ),
  });

const caching =
  "The name contains the SHA-256 of the image, so the file never changes and can be cached forever. Supports `If-None-Match`, `Range`, `HEAD` and any origin. No key is needed: anyone with the URL can read it.";

/** Gets an image of a collection. No key is needed: the name cannot be guessed. */
export const getPicture = defineOperation({
  ...common,
  id: "getPicture",
  path: imageRoot + pathBelow,
  summary: "Get an image of a collection",
  description: `A PNG file. ${caching}`,
  params: nameIn("png"),
  answers: "image/png",
});

/** Gets the thumbnail of an image. No key is needed: the name cannot be guessed. */
export const getThumbnail = defineOperation({
  ...common,
  id: "getThumbnail",
  path: thumbnailRoot + pathBelow,
  summary: "Get the thumbnail of an image",
  description: `A WebP file of at most 320 pixels per side. ${caching}`,
  params: nameIn("webp"),
  answers: "image/webp",
  errors: [...common.errors, "too_many_at_once"],
});

/** Gets the image of an article. No key is needed: the name cannot be guessed. */
export const getNewsPicture = defineOperation({
  ...common,
  id: "getNewsPicture",
  path: `${imageRoot}news/{name}`,
  summary: "Get the image of an article",
  description: `A WebP file of at most 1,200 pixels per side, a copy of the outlet's image. ${caching}`,
  params: z.object({
    name: z
      .string()
      .regex(/^[1-9]\d{0,15}-[0-9a-f]{64}\.webp$/, "name must be a number, a SHA-256 and .webp"),
  }),
  answers: "image/webp",
});

export function newsImageUrl(publicUrl: string, object: string): string {
  return `${publicUrl}${imageRoot}${object}`;
}

export function imageUrls(publicUrl: string, object: string): { image: string; thumbnail: string } {
  return {
    image: `${publicUrl}${imageRoot}${object}`,
    thumbnail: `${publicUrl}${thumbnailRoot}${object.replace(/\.png$/, ".webp")}`,
  };
}
