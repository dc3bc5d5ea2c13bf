import type { z } from "zod";
import { detectImageFormat } from "../image-bytes.ts";
import { ProtocolViolation, type SeenRequest } from "./protocol-server.ts";

/** Reads a JSON request as strictly as its schema says, or refuses it as the protocol does. */
export function parseJsonRequest<Body>(
  { contentType, body }: SeenRequest,
  schema: z.ZodType<Body>,
  refuse: (message: string) => ProtocolViolation,
): Body {
  if (!/^application\/json\b/.test(contentType)) throw refuse(`content type is ${contentType}`);
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch {
    throw refuse("body is no JSON");
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw refuse(parsed.error.message);
  return parsed.data;
}

/** Reads a multipart request. */
export async function parseFormRequest({ contentType, body }: SeenRequest): Promise<FormData> {
  if (!/^multipart\/form-data; ?boundary=/.test(contentType)) {
    throw new ProtocolViolation(400, { error: "Content-Type must be multipart/form-data" });
  }
  return new Response(new Uint8Array(body), { headers: { "content-type": contentType } }).formData();
}

/** Decodes base64 that must be an image. */
export function isBase64Image(text: string): boolean {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) && detectImageFormat(Buffer.from(text, "base64")) !== undefined;
}
