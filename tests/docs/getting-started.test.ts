import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePort, findTool } from "@mintwright/test-harness";
import { expect, it } from "vitest";
import { readBlocks, readShellBlocks, runCopied } from "./copied-commands.ts";

const guide = "docs/guides/getting-started.md";
const python = findTool({ variable: "REQUESTS_PYTHON", purpose: "The Python part of the first guide" });

/** Writes each block into the file that its first line names, and returns their names. */
function writePrograms(folder: string, language: string, port: number): string[] {
  return readBlocks(guide, language).map((block) => {
    const [, name = ""] = /^(?:\/\/|#) (\S+)\n/.exec(block) ?? [];
    writeFileSync(join(folder, name), block.replaceAll("3001", String(port)));
    return name;
  });
}

it("leads from nothing to an image, an answer and a collection, in three languages", {
  timeout: 180_000,
}, async () => {
  // Inside the checkout, where its packages are found.
  const folder = mkdtempSync(join(import.meta.dirname, ".getting-started-"));
  try {
    const port = await findFreePort();
    const [install, start = "", ...curl] = readShellBlocks(guide);
    expect(install).toBe("npm install mintwright @mintwright/sdk\n");
    const programs = writePrograms(folder, "ts", port);
    expect(programs).toEqual(["first-image.ts", "streamed-answer.ts", "collection.ts", "shop.test.ts"]);
    const pythonPrograms = writePrograms(folder, "python", port);
    expect(pythonPrograms).toEqual(["first_steps.py"]);
    const commands = [
      `cd ${folder}`,
      start.replace("sandbox &", `sandbox --port ${port} --latency none &`).replaceAll("3001", String(port)),
      ...programs.map((name) => `echo "== ${name}"; node ${name}`),
      "echo '== curl'",
      ...curl.map((block) => block.replaceAll("3001", String(port))),
      "echo '== python'",
      ...(python ? pythonPrograms.map((name) => `${python} ${name}`) : []),
    ];
    const output = await runCopied(commands.join("\n"), {});
    const part = (name: string) => output.split(`== ${name}\n`)[1]?.split("\n== ")[0] ?? "";
    expect(part("first-image.ts")).toMatch(/^fox\.jpg: \d{4,} bytes/);
    expect(part("streamed-answer.ts")).toContain("Words from which a wallet derives all its keys.");
    expect(part("collection.ts")).toMatch(
      /^price: 3 credits\n(made: http:.*\n){3}completed: 3 images\nmint with: ipfs:/,
    );
    expect(part("shop.test.ts")).toContain("pass 2");
    expect(part("curl")).toContain("Words from which a wallet derives all its keys.");
    expect(part("curl")).toMatch(/event: progress\ndata: .*"status":"completed"/);
    const pictures = ["fox.jpg", "fox-by-curl.jpg"];
    if (python) {
      expect(part("python")).toMatch(/fox-by-python\.jpg: \d{4,} bytes for 1 credits/);
      expect(part("python")).toContain("Words from which a wallet derives all its keys.");
      expect(part("python")).toContain("completed 3 images");
      pictures.push("fox-by-python.jpg");
    }
    for (const name of pictures) {
      expect(readFileSync(join(folder, name)).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
