import { describe, expect, it } from "vitest";
import { createPlainPng } from "./__fixtures__/plain-png.ts";
import { detectImageFormat, maxBase64Characters, readBase64Image, readImage } from "./image-bytes.ts";
import { ImageEngineError } from "./image-engine.ts";

const png = createPlainPng(3, 2);

describe("image bytes", () => {
  it.each([
    ["png", png],
    ["jpeg", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0])],
    ["webp", Buffer.from("RIFF\x00\x00\x00\x00WEBPVP8 ", "latin1")],
    [undefined, Buffer.from("GIF89a")],
    [undefined, Buffer.from("<svg/>")],
    [undefined, Buffer.from("RIFF\x00\x00\x00\x00WAVE", "latin1")],
    [undefined, Buffer.alloc(0)],
  ])("are %s by their first bytes", (format, bytes) => {
    expect(detectImageFormat(bytes)).toBe(format);
  });

  it.each(["", "data:image/png;base64,"])("are read from base64 after %j", (prefix) => {
    expect(readBase64Image(prefix + png.toString("base64"))).toEqual({ bytes: png, format: "png" });
  });

  it.each([
    ["an empty text", ""],
    ["a text with other characters", `${png.toString("base64").slice(0, -4)}@@@@`],
    ["a text that was cut off", png.toString("base64").slice(0, -5)],
    ["what is no image", Buffer.from("hello").toString("base64")],
    ["an address", "http://127.0.0.1:1/image.png"],
    ["too long a text", "A".repeat(maxBase64Characters + 4)],
  ])("are not taken from %s", (_, text) => {
    expect(() => readBase64Image(text)).toThrow(ImageEngineError);
  });

  it("are not taken when they are something else", () => {
    expect(() => readImage(Buffer.from("hello"))).toThrow(ImageEngineError);
  });
});
