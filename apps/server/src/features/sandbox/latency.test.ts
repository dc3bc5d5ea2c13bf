import { expect, it } from "vitest";
import { createLatency } from "./latency.ts";

const draw = (seed: number, operation: string) => {
  const latency = createLatency({ setting: "real", seed });
  return Array.from({ length: 20 }, () => latency.next(operation));
};

it("is the same for the same seed, and another for another seed or operation [BOX-12]", () => {
  expect(draw(1, "streamChat")).toEqual(draw(1, "streamChat"));
  expect(draw(1, "streamChat")).not.toEqual(draw(2, "streamChat"));
  expect(draw(1, "streamChat")).not.toEqual(draw(1, "createChatCompletion"));
});

it("does not depend on what other operations waited, and begins anew after a reset", () => {
  const latency = createLatency({ setting: "real", seed: 1 });
  const alone = draw(1, "streamChat");
  latency.next("generateImage");
  expect([latency.next("streamChat"), latency.next("streamChat")]).toEqual(alone.slice(0, 2));
  latency.reset();
  expect(latency.next("streamChat")).toBe(alone[0]);
});

it("is longer where a model answers, and bounded", () => {
  const generated = draw(1, "generateImage");
  expect(Math.min(...generated)).toBeGreaterThanOrEqual(1_200);
  expect(Math.max(...generated)).toBeLessThanOrEqual(3_500);
  expect(Math.max(...draw(1, "getCreditsBalance"))).toBeLessThanOrEqual(60);
});

it("can be none or fixed [BOX-13]", () => {
  expect(createLatency({ setting: "none", seed: 1 }).next("generateImage")).toBe(0);
  expect(createLatency({ setting: 200, seed: 1 }).next("generateImage")).toBe(200);
});
