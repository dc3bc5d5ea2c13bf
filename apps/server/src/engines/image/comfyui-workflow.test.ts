import { describe, expect, it } from "vitest";
import { readComfyUiWorkflow } from "./comfyui-workflow.ts";

const values = { prompt: "a fox", width: 640, height: 480, steps: 20, seed: 7 };

function buildWorkflow(inputs: Record<string, unknown>) {
  return { "1": { class_type: "Node", inputs: { text: "{{prompt}}", ...inputs }, _meta: { title: "T" } } };
}

describe("a ComfyUI workflow", () => {
  it("gets numbers where a placeholder stands alone and text where it stands in text", () => {
    const workflow = readComfyUiWorkflow(
      buildWorkflow({
        width: "{{width}}",
        height: "{{ height }}",
        name: "fox-{{seed}}-{{steps}}",
        link: ["4", 0],
      }),
    );
    expect(workflow.fill(values)).toEqual(
      buildWorkflow({ text: "a fox", width: 640, height: 480, name: "fox-7-20", link: ["4", 0] }),
    );
  });

  it("leaves what somebody writes into a prompt as it is", () => {
    const prompt = '{{seed}} "}, "9": {} $& $1 \\ \n';
    const workflow = readComfyUiWorkflow(buildWorkflow({ long: "{{prompt}}, masterpiece" }));
    expect(workflow.fill({ ...values, prompt })).toEqual(
      buildWorkflow({ text: prompt, long: `${prompt}, masterpiece` }),
    );
  });

  it("is not changed by being filled", () => {
    const source = buildWorkflow({ seed: "{{seed}}" });
    const workflow = readComfyUiWorkflow(source);
    workflow.fill(values);
    expect(source).toEqual(buildWorkflow({ seed: "{{seed}}" }));
    expect(workflow.placeholders).toEqual(new Set(["prompt", "seed"]));
  });

  it.each([
    ["the editor's own format", { nodes: [], links: [], version: 0.4 }, /Export \(API\)/],
    ["no nodes", {}, /Export \(API\)/],
    ["text", "workflow.json", /Export \(API\)/],
    ["no prompt", { "1": { class_type: "Node", inputs: { seed: "{{seed}}" } } }, /no \{\{prompt\}\}/],
    ["a misspelt placeholder", buildWorkflow({ size: "{{widht}}" }), /\{\{widht\}\}, which is none of/],
  ])("is refused when it is %s", (_, source, sentence) => {
    expect(() => readComfyUiWorkflow(source)).toThrow(sentence);
  });
});
