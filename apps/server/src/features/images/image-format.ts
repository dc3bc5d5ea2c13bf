import sharp from "sharp";
import { detectImageFormat } from "../../engines/image/index.ts";
import { choosePreferredType } from "../../platform/preferred-type.ts";
import { encodeByteArray } from "./byte-array-json.ts";

/** How the image is returned: a JSON array of bytes, base64, or the image itself. */
export type ImageForm =
  | { kind: "bytes" }
  | { kind: "base64" }
  | { kind: "image"; format: "jpeg" | "png" | "webp" };

const jpegQuality = 92;
const formatByType = { "image/jpeg": "jpeg", "image/png": "png", "image/webp": "webp" } as const;
const offeredTypes = ["application/json", "image/jpeg", "image/png", "image/webp"] as const;

export function chooseImageForm(request: {
  accept: string | undefined;
  prefer: string | undefined;
  encoding: "base64" | undefined;
}): ImageForm {
  const type = choosePreferredType(request.accept, offeredTypes) ?? "application/json";
  if (type !== "application/json") return { kind: "image", format: formatByType[type] };
  const prefersBase64 = /(?:^|[,;])\s*base64\s*(?:$|[,;])/i.test(request.prefer ?? "");
  return request.encoding === "base64" || prefersBase64 ? { kind: "base64" } : { kind: "bytes" };
}

/** Encodes an image, with XMP in it if there is any. */
export function encodeImage(
  bytes: Buffer,
  format: "jpeg" | "png" | "webp",
  xmp?: string | undefined,
): Promise<Buffer> {
  const image = xmp === undefined ? sharp(bytes) : sharp(bytes).withXmp(xmp);
  if (format === "jpeg")
    return image.flatten({ background: "white" }).jpeg({ quality: jpegQuality }).toBuffer();
  return format === "png" ? image.png().toBuffer() : image.webp({ quality: jpegQuality }).toBuffer();
}

/** Converts an image to PNG unless it already is one. */
export async function toPng(bytes: Buffer): Promise<Buffer> {
  return detectImageFormat(bytes) === "png" ? bytes : encodeImage(bytes, "png");
}

/** Serialises an encoded image as JSON: an array of integers, or a base64 string. */
export function toJsonValue(bytes: Buffer, form: "bytes" | "base64"): Buffer {
  return form === "bytes" ? encodeByteArray(bytes) : Buffer.from(`"${bytes.toString("base64")}"`);
}
