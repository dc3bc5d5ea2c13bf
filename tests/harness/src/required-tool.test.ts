import { afterEach, expect, it, vi } from "vitest";
import { findTool } from "./required-tool.ts";

const tool = { variable: "TOOL_OF_A_TEST", purpose: "A tool" };

afterEach(() => vi.unstubAllEnvs());

it.each(["true", "1"])("a missing tool is an error where CI is %s", (value) => {
  vi.stubEnv("CI", value);
  expect(() => findTool(tool)).toThrow("A tool cannot be tested. Set TOOL_OF_A_TEST");
});

it.each([undefined, "", "false"])("a missing tool is not found where CI is %s", (value) => {
  vi.stubEnv("CI", value);
  expect(findTool(tool)).toBeUndefined();
});

it("a tool is found by its variable", () => {
  vi.stubEnv("CI", "true");
  vi.stubEnv("TOOL_OF_A_TEST", "/opt/tool");
  expect(findTool(tool)).toBe("/opt/tool");
});
