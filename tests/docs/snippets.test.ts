import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOperations } from "@mintwright/api-contract";
import {
  assertLedgerAddsUp,
  createDatabase,
  createTestAccount,
  findTool,
  type RunningProcess,
  type ScriptedModelServer,
  startProcess,
  startScriptedModelServer,
  type TestDatabase,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import {
  type ShownCall,
  type Snippets,
  writeSnippets,
} from "../../apps/dashboard/src/playground/code-snippets.ts";
import { runCopied } from "./copied-commands.ts";

const python = findTool({ variable: "REQUESTS_PYTHON", purpose: "The Python that the playground shows" });

/** What quoting usually breaks on; the last are characters that a terminal or a reader would be fooled by. */
const hostile = [
  `it's "quoted" \`touch owned\` $(touch owned) \${HOME} $HOME !! %s \\n \\`,
  "JSON\nEOF\n'''\n\"\"\"\n{{ }} {0} #{x} */ // <!-- </script><img src=x onerror=alert(1)>",
  '日本 🦊 \t tab \u202e turned \u2028 parted \u0085 \u007f \u0007 é e\u0301 \'f"{1}"',
].join("\n");

const square = { width: 512, height: 512 };
const vault = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Vault {
  mapping(address => uint256) public balances;
  function withdraw() external {
    (bool ok, ) = msg.sender.call{value: balances[msg.sender]}("");
    require(ok);
    balances[msg.sender] = 0;
  }
}`;

describe("a program that the playground shows", { timeout: 120_000 }, () => {
  let folder: string;
  let database: TestDatabase;
  let model: ScriptedModelServer;
  let api: RunningProcess;
  let key: string;

  beforeAll(async () => {
    // Inside the checkout, where its packages are found.
    folder = mkdtempSync(join(import.meta.dirname, ".snippets-"));
    model = await startScriptedModelServer();
    const engines = { scripted: { type: "openai", baseUrl: model.baseUrl, model: "scripted" } };
    const config = join(folder, "mintwright.yaml");
    // JSON is YAML.
    writeFileSync(config, JSON.stringify({ engines, models: { general_assistant: "scripted" } }));
    database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
    api = await startProcess("api", { DATABASE_URL: database.url, MINTWRIGHT_CONFIG: config });
    ({ key } = await createTestAccount(database.url));
  }, 120_000);

  afterAll(async () => {
    await api?.stop();
    await model?.stop();
    if (database) {
      await assertLedgerAddsUp(database.url);
      await database.drop();
    }
    rmSync(folder, { recursive: true });
  });

  /** Copies a program into a folder of its own, runs it there as a reader would, and tells what came of it. */
  async function run(call: ShownCall, language: keyof Snippets) {
    const place = mkdtempSync(join(folder, `${language}-`));
    const files = { curl: "call.sh", typescript: "call.ts", python: "call.py" };
    const programs = { curl: "bash", typescript: "node", python };
    writeFileSync(join(place, files[language]), writeSnippets(call, api.baseUrl)[language]);
    const output = await runCopied(`cd ${place} && ${programs[language]} ${files[language]}`, {
      MINTWRIGHT_KEY: key,
    });
    const read = (name: string) => readFileSync(join(place, name));
    return { output: output.replace(/copied to the end\n$/, ""), read };
  }

  const isJpeg = (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));

  describe("in curl", () => describeLanguage("curl"));
  describe("in TypeScript", () => describeLanguage("typescript"));
  describe.skipIf(!python)("in Python", () => describeLanguage("python"));

  function describeLanguage(language: keyof Snippets): void {
    it("generates an image", async () => {
      const input = {
        prompt: hostile,
        model: "velogen",
        ...square,
        seed: 7,
        style: `p'a"p$er`,
        traits: [{ trait_type: "Hat's", value: [{ value: '"top" $(id)', ratio: 1 }] }],
        enhance: undefined,
      };
      const { output, read } = await run({ tool: "image", input }, language);
      expect(isJpeg(read("image.jpg"))).toBe(true);
      if (language !== "curl") expect(output).toMatch(/^image\.jpg: \d{4,} bytes, seed 7\n$/);
    });

    it("generates several", async () => {
      const input = { prompt: [hostile, "a fox"], model: "velogen", ...square };
      const { output, read } = await run({ tool: "images", input }, language);
      if (language === "curl") {
        const { data } = JSON.parse(read("images.json").toString()) as { data: string[] };
        expect(data.map((image) => isJpeg(Buffer.from(image, "base64")))).toEqual([true, true]);
      } else {
        expect(["image-1.jpg", "image-2.jpg"].map((name) => isJpeg(read(name)))).toEqual([true, true]);
        expect(output).toMatch(/^2 images/);
      }
    });

    it("asks the assistant, and every character arrives", async () => {
      const answer = "Gas is 🦊 paid.\nIn ether.";
      model.follow({ kind: "pieces", pieces: [...answer] });
      const input = { model: "general_assistant", question: hostile, useCustomContext: false };
      const { output } = await run({ tool: "assistant", input }, language);
      expect(output).toBe(answer);
      expect(model.calls.map(({ prompt }) => prompt)).toEqual([hostile]);
    });

    it("writes a contract", async () => {
      const { read } = await run(
        { tool: "contract", input: { question: 'An ERC20 called "O\'Neil"' } },
        language,
      );
      expect(read("contract.sol").toString()).toMatch(/^\/\/ SPDX[\s\S]*pragma solidity[\s\S]*ERC20/);
    });

    it("audits a contract, however long it is", async () => {
      const question = `${vault}\n// ${hostile.split("\n")[0]} 日本 🦊\n// ${"x".repeat(150_000)}`;
      const { output } = await run({ tool: "audit", input: { question } }, language);
      expect(output).toMatch(/reentran/i);
    });

    it("runs nothing of what is in the request", async () => {
      const input = { prompt: hostile, model: "velogen", ...square };
      const { read } = await run({ tool: "image", input }, language);
      expect(() => read("owned")).toThrow("ENOENT");
    });
  }

  it("says which status refused it", async () => {
    const { output } = await run({ tool: "assistant", input: { question: "x" } }, "curl").catch(
      (error: Error) => ({ output: error.message }),
    );
    expect(output).toContain("model is required");
  });

  it("shows no character that turns, ends or hides a line", () => {
    const shown = Object.values(
      writeSnippets({ tool: "assistant", input: { question: hostile } }, api.baseUrl),
    );
    for (const program of shown) expect(program).not.toMatch(/[\u007f-\u009f\u2028-\u202e]/);
  });

  it("calls what the contract declares", () => {
    const { generateImage, generateMultipleImages, streamChat } = createOperations();
    const paths = {
      image: generateImage.path,
      images: generateMultipleImages.path,
      assistant: streamChat.path,
    };
    for (const [tool, path] of Object.entries(paths)) {
      const { curl, python: shown } = writeSnippets(
        { tool: tool as ShownCall["tool"], input: {} },
        api.baseUrl,
      );
      expect(new URL(/'(http[^']+)'/.exec(curl)?.[1] ?? "").pathname).toBe(path);
      expect(shown).toContain(`"${api.baseUrl}${path}`);
    }
  });
});
