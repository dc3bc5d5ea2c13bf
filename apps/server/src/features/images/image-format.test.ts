import { describe, expect, it } from "vitest";
import { createPlainPng } from "../../engines/image/__fixtures__/plain-png.ts";
import { detectImageFormat } from "../../engines/image/image-bytes.ts";
import { chooseImageForm, encodeImage, toJsonValue } from "./image-format.ts";

const choose = (request: Partial<Parameters<typeof chooseImageForm>[0]>) =>
  chooseImageForm({ accept: undefined, prefer: undefined, encoding: undefined, ...request });
const nameForm = (accept: string) => {
  const form = choose({ accept });
  return form.kind === "image" ? form.format : form.kind;
};

describe("the form of an answer", () => {
  it.each([undefined, "", "*/*", "application/json", "text/plain", "image/avif", "image/jpeg2000"])(
    "is the documented array for Accept %j",
    (accept) => expect(choose({ accept })).toEqual({ kind: "bytes" }),
  );

  it.each([
    ["image/jpeg", "jpeg"],
    ["image/png", "png"],
    ["image/webp", "webp"],
    ["IMAGE/PNG", "png"],
    ["image/png;q=0.9", "png"],
    ["image/avif, image/webp", "webp"],
    ["image/avif,image/png", "png"],
    ["image/png, image/webp", "png"],
    ["image/*", "jpeg"],
    ["image/png, */*", "png"],
  ])("is the image itself for Accept %j", (accept, format) => expect(nameForm(accept)).toBe(format));

  it.each([
    ["image/webp;q=0.5, image/png", "png"],
    ["image/jpeg;q=0.1, image/webp;q=0.8", "webp"],
    ["application/json, image/png;q=0.5", "bytes"],
    ["image/png;q=0", "bytes"],
  ])("follows the weights of Accept %j", (accept, form) => expect(nameForm(accept)).toBe(form));

  it.each(["base64", "Base64", "respond-async, base64", "base64; wait=1", "wait=5 ; base64"])(
    "is base64 for Prefer %j",
    (prefer) => expect(choose({ prefer })).toEqual({ kind: "base64" }),
  );

  it.each(["", "respond-async", "base64url", "notbase64", "x=base64"])(
    "is no base64 for Prefer %j",
    (prefer) => expect(choose({ prefer })).toEqual({ kind: "bytes" }),
  );

  it("is base64 for the query, unless the image itself is asked for", () => {
    expect(choose({ encoding: "base64" })).toEqual({ kind: "base64" });
    expect(choose({ encoding: "base64", accept: "application/json" })).toEqual({ kind: "base64" });
    expect(choose({ encoding: "base64", accept: "image/png" })).toEqual({ kind: "image", format: "png" });
  });
});

describe("encoding", () => {
  it.each(["jpeg", "png", "webp"] as const)("makes a %s", async (format) => {
    expect(detectImageFormat(await encodeImage(createPlainPng(16, 8), format))).toBe(format);
  });

  it("writes both forms of JSON so that they hold the same bytes", () => {
    const bytes = Buffer.from([0, 255, 10, 128]);
    expect(JSON.parse(toJsonValue(bytes, "bytes").toString())).toEqual([0, 255, 10, 128]);
    expect(Buffer.from(JSON.parse(toJsonValue(bytes, "base64").toString()), "base64")).toEqual(bytes);
  });
});
