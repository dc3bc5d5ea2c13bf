import { z } from "zod";
import { defineOperation, free } from "./operation.ts";

const pictureRoot = "/files/";
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
  "Its name holds the SHA-256 of the picture, so what is behind it never changes and may be cached for ever. Answers `If-None-Match`, `Range` and `HEAD`, for any origin. No key is needed: whoever knows the name may look.";

/** Gives a picture of a collection to whoever knows its name. */
export const getPicture = defineOperation({
  ...common,
  id: "getPicture",
  path: pictureRoot + pathBelow,
  summary: "Get a picture of a collection",
  description: `A PNG file. ${caching}`,
  params: nameIn("png"),
  answers: "image/png",
});

/** Gives a small version of a picture to whoever knows its name. */
export const getThumbnail = defineOperation({
  ...common,
  id: "getThumbnail",
  path: thumbnailRoot + pathBelow,
  summary: "Get a small version of a picture",
  description: `A WebP file of at most 320 pixels a side. ${caching}`,
  params: nameIn("webp"),
  answers: "image/webp",
  errors: [...common.errors, "too_many_at_once"],
});

/** Gives the picture of an article to whoever knows its name. */
export const getNewsPicture = defineOperation({
  ...common,
  id: "getNewsPicture",
  path: `${pictureRoot}news/{name}`,
  summary: "Get the picture of an article",
  description: `A WebP file of at most 1,200 pixels a side, our own copy of what the outlet showed. ${caching}`,
  params: z.object({
    name: z
      .string()
      .regex(/^[1-9]\d{0,15}-[0-9a-f]{64}\.webp$/, "name must be a number, a SHA-256 and .webp"),
  }),
  answers: "image/webp",
});

/** The address of an article's picture, by the name of the object that holds it. */
export function newsPictureUrl(publicUrl: string, object: string): string {
  return `${publicUrl}${pictureRoot}${object}`;
}

/** The addresses of a picture and of its thumbnail, by the name of the object that holds the picture. */
export function pictureUrls(publicUrl: string, object: string): { image: string; thumbnail: string } {
  return {
    image: `${publicUrl}${pictureRoot}${object}`,
    thumbnail: `${publicUrl}${thumbnailRoot}${object.replace(/\.png$/, ".webp")}`,
  };
}
