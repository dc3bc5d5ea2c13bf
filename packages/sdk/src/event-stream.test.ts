import { expect, it } from "vitest";
import { readEvents, type ServerEvent } from "./event-stream.ts";

const text =
  'retry: 250\n\n: still here\n\nid: 7\nevent: image\ndata: {"a":\r\ndata: "ü"}\r\n\r\ndata: last\n\ndata: cut';

it.each([1, 3, 1_000])("reads events from pieces of %i bytes, and none that was cut off", async (size) => {
  const bytes = new TextEncoder().encode(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
  }
  const events: ServerEvent[] = [];
  let retry = 0;
  for await (const event of readEvents(pieces(), (delayInMs) => {
    retry = delayInMs;
  })) {
    events.push(event);
  }
  expect(retry).toBe(250);
  expect(events).toEqual([
    { id: "7", name: "image", data: '{"a":\n"ü"}' },
    { id: undefined, name: "message", data: "last" },
  ]);
});
