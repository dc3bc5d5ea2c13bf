import { afterEach, expect, it, vi } from "vitest";
import { Mintwright } from "./mintwright.ts";

const baseUrl = "http://localhost:3001";
const live = { baseUrl, apiKey: "mw_live_aa1234" };

afterEach(() => vi.unstubAllGlobals());

it("refuses a live key in a page, unless it is told to take it", () => {
  new Mintwright(live);
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", {});
  expect(() => new Mintwright(live)).toThrow(/can be read by every visitor/);
  new Mintwright({ ...live, dangerouslyAllowLiveKeyInBrowser: true });
  new Mintwright({ baseUrl });
});
