import { z } from "zod";
import { defineOperation, free } from "./operation.ts";

const shared = {
  method: "GET",
  tag: "Files",
  auth: "none",
  response: z.string().meta({ format: "binary" }),
  canRevalidate: true,
  price: free,
  errors: ["not_found", "range_not_satisfiable"],
} as const;

const caching =
  "The name is the SHA-256 of the picture, so what is behind it never changes: it may be cached for ever. Answers `If-None-Match`, `Range` and `HEAD`, for any origin.";

/** Gives a picture of a collection to whoever knows its name. */
export const getPicture = defineOperation({
  ...shared,
  id: "getPicture",
  path: "/files/{name}",
  summary: "Get a picture of a collection",
  description: `A PNG file. ${caching}`,
  params: z.object({ name: z.string().regex(/^[0-9a-f]{64}\.png$/, "name must be a SHA-256 and .png") }),
  answers: "image/png",
});

/** Gives a small version of a picture to whoever knows its name. */
export const getThumbnail = defineOperation({
  ...shared,
  id: "getThumbnail",
  path: "/thumbnails/{name}",
  summary: "Get a small version of a picture",
  description: `A WebP file of at most 320 pixels a side. ${caching}`,
  params: z.object({ name: z.string().regex(/^[0-9a-f]{64}\.webp$/, "name must be a SHA-256 and .webp") }),
  answers: "image/webp",
});

/** The addresses of a picture and of its thumbnail, by the picture's SHA-256 in hexadecimal. */
export function pictureUrls(publicUrl: string, sha256: string): { image: string; thumbnail: string } {
  return {
    image: publicUrl + getPicture.path.replace("{name}", `${sha256}.png`),
    thumbnail: publicUrl + getThumbnail.path.replace("{name}", `${sha256}.webp`),
  };
}
