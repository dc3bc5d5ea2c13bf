import { describe, expect, it } from "vitest";
import { cutSecrets, summarisePayload } from "./job-summary.ts";

describe("the summary of a job", () => {
  it("names its fields without secrets, nested things and long texts", () => {
    const summary = summarisePayload({
      articleId: 7,
      apiKey: "hunter2",
      webhookSecret: "hunter2",
      tokens: 3,
      images: [1, 2, 3],
      request: { prompt: "private" },
      text: `${"a".repeat(80)}private`,
      url: "https://user:hunter2@example.com/hook?signature=hunter2",
      note: "called with mw_live_aahunter2",
    });
    expect(summary).not.toMatch(/hunter2|private/);
    expect(summary).toContain("articleId: 7");
    expect(summary).toContain("images: 3 items");
    expect(summary).toContain("url: https://example.com/hook?…");
  });

  it("is empty for a job that carries nothing", () => {
    expect([null, undefined, "x", {}].map(summarisePayload)).toEqual(["", "", "", ""]);
  });

  it("leaves an address without secrets as it is", () => {
    const text = "GET https://example.com/feed.xml answered with 500";
    expect(cutSecrets(text)).toBe(text);
  });
});
