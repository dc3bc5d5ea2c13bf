import { expect, it } from "vitest";
import { writeQuestion } from "../playground/audit/audit-workspace.ts";
import { planRun } from "./plan-run.ts";
import { writeCurl } from "./write-curl.ts";

const stored = (body: unknown) => ({
  query: null,
  request: JSON.stringify(body),
  response: null,
  isShortened: false,
});

it("fills in the image form", () => {
  const run = planRun(
    { operation: "generateMultipleImages", model: "velogen" },
    stored({
      prompt: ["a fox", "a fox"],
      width: 512,
      height: 512,
      seed: 7,
      traits: [
        {
          trait_type: "Hat",
          value: [
            { value: "Crown", ratio: 50 },
            { value: "Cap", ratio: 50 },
          ],
        },
      ],
    }),
  );
  expect(run).toMatchObject({
    tool: "image",
    form: {
      prompt: "a fox",
      count: 2,
      width: 512,
      seed: "7",
      traits: [{ name: "Hat", values: "Crown, Cap" }],
    },
  });
});

it("opens the tool with the model alone when the body is not stored or was cut", () => {
  const log = { operation: "generateImage", model: "velogen" };
  expect(planRun(log, undefined)).toMatchObject({ tool: "image", form: { prompt: "", model: "velogen" } });
  const cut = { ...stored({}), request: '{"prompt":"a f…' };
  expect(planRun(log, cut)).toMatchObject({ form: { prompt: "" } });
});

it("asks chat models again, each with its own tool", () => {
  const chat = (model: string, body: unknown) => planRun({ operation: "streamChat", model }, stored(body));
  expect(chat("general_assistant", { question: "What is gas?" })).toEqual({
    tool: "assistant",
    question: "What is gas?",
  });
  expect(chat("smart_contract_generator", { question: "a token" })).toMatchObject({ tool: "contract" });
  const files = [
    { name: "a.sol", text: "contract A {}\n```\nnot the end" },
    { name: "b.sol", text: "contract B {}" },
  ];
  expect(chat("smart_contract_auditor", { question: writeQuestion(files) })).toEqual({
    tool: "audit",
    workspace: { files, shown: "a.sol" },
  });
  const messages = [
    { role: "user", content: "first" },
    { role: "assistant", content: "…" },
    { role: "user", content: "What is gas?" },
  ];
  expect(
    planRun({ operation: "createChatCompletion", model: "general_assistant" }, stored({ messages })),
  ).toEqual({ tool: "assistant", question: "What is gas?" });
  expect(planRun({ operation: "listNews", model: null }, undefined)).toBeUndefined();
});

it("writes curl commands that the shell takes literally", () => {
  const base = "https://mint.example";
  expect(writeCurl({ method: "GET", path: "/news" }, { ...stored(null), query: "?search=it's" }, base)).toBe(
    `curl --fail-with-body --silent --show-error -X GET 'https://mint.example/news?search=it%27s' \\
  -H "Authorization: Bearer $MINTWRIGHT_KEY"
`,
  );
  expect(writeCurl({ method: "POST", path: "/chat/stream" }, stored({ question: "it's $HOME" }), base)).toBe(
    `curl --fail-with-body --silent --show-error -X POST 'https://mint.example/chat/stream' \\
  -H "Authorization: Bearer $MINTWRIGHT_KEY" \\
  -H 'Content-Type: application/json' --data-binary @- <<'JSON'
{
  "question": "it's $HOME"
}
JSON
`,
  );
  expect(writeCurl({ method: "POST", path: "/chat/stream" }, undefined, base)).toContain(
    "--data-binary @request.json",
  );
});
