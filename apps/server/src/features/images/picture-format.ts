import sharp from "sharp";
import { detectImageFormat } from "../../engines/image/index.ts";
import { encodeByteArray } from "./byte-array-json.ts";

/** How the caller wants the picture: the documented arrays, base64, or the image itself. */
export type PictureForm =
  | { kind: "bytes" }
  | { kind: "base64" }
  | { kind: "image"; format: "jpeg" | "png" | "webp" };

const jpegQuality = 92;

/** Reads from the request's headers and query which form is wanted. */
export function choosePictureForm(request: {
  accept: string | undefined;
  prefer: string | undefined;
  encoding: "base64" | undefined;
}): PictureForm {
  const format = choosePictureType(request.accept ?? "");
  if (format) return { kind: "image", format };
  const prefersBase64 = /(?:^|[,;])\s*base64\s*(?:$|[,;])/i.test(request.prefer ?? "");
  return request.encoding === "base64" || prefersBase64 ? { kind: "base64" } : { kind: "bytes" };
}

/** The picture type that the caller prefers, unless it prefers JSON: highest weight first, then its own order. */
function choosePictureType(accept: string): "jpeg" | "png" | "webp" | undefined {
  const [best] = accept
    .split(",")
    .map((part) => {
      const [type = "", ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return { type, weight: weight === undefined ? 1 : Number(weight) || 0 };
    })
    .filter(({ type, weight }) => weight > 0 && /^(image\/(jpeg|png|webp)|application\/json)$/.test(type))
    .sort((a, b) => b.weight - a.weight);
  return best?.type.startsWith("image/")
    ? (best.type.slice("image/".length) as "jpeg" | "png" | "webp")
    : undefined;
}

/** Encodes a picture in a format, off the event loop. */
export function encodePicture(bytes: Buffer, format: "jpeg" | "png" | "webp"): Promise<Buffer> {
  const picture = sharp(bytes);
  if (format === "jpeg")
    return picture.flatten({ background: "white" }).jpeg({ quality: jpegQuality }).toBuffer();
  return format === "png" ? picture.png().toBuffer() : picture.webp({ quality: jpegQuality }).toBuffer();
}

/** Gives a picture as PNG: as it is when it is one already. */
export async function toPng(bytes: Buffer): Promise<Buffer> {
  return detectImageFormat(bytes) === "png" ? bytes : encodePicture(bytes, "png");
}

/** Writes an encoded picture as a JSON value: an array of integers, or a base64 text. */
export function toJsonValue(bytes: Buffer, form: "bytes" | "base64"): Buffer {
  return form === "bytes" ? encodeByteArray(bytes) : Buffer.from(`"${bytes.toString("base64")}"`);
}
