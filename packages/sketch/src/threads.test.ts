import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { render } from "./index.ts";
import { createRenderThreads } from "./threads.ts";

const request = { prompt: "a fox", width: 256, height: 256, seed: 7 };

describe("render threads", () => {
  const threads = createRenderThreads({ threads: 1 });

  afterAll(() => threads.stop());

  it("render the same bytes as render", async () => {
    expect(await threads.render(request)).toEqual(await render(request));
  });

  it("end the work of an aborted call and render the next one", async () => {
    const leaving = new AbortController();
    const aborted = threads.render({ ...request, width: 1024, height: 1024 }, { signal: leaving.signal });
    const outcome = expect(aborted).rejects.toThrow();
    await sleep(20);
    leaving.abort();
    await outcome;
    expect((await threads.render(request)).png.length).toBeGreaterThan(1_000);
  });
});
