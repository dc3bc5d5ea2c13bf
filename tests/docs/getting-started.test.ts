import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePort, findTool } from "@mintwright/test-harness";
import { expect, it } from "vitest";
import { readBlocks, readShellBlocks, runCopied } from "./copied-commands.ts";

const guide = "docs/guides/getting-started.md";
const python = findTool({ variable: "REQUESTS_PYTHON", purpose: "The Python part of the first guide" });
const [install, start = "", ...curl] = readShellBlocks(guide);

/** Follows one language of the guide in a folder of its own, on a test server that was started as the guide says. */
async function follow(
  language: "ts" | "python",
  writeCommands: (programs: string[]) => string[],
  check: (output: string, read: (name: string) => Buffer) => void,
): Promise<void> {
  // Inside the checkout, where its packages are found.
  const folder = mkdtempSync(join(import.meta.dirname, ".getting-started-"));
  try {
    const port = String(await findFreePort());
    // The first line of each program names its file.
    const programs = readBlocks(guide, language).map((block) => {
      const [, name = ""] = /^(?:\/\/|#) (\S+)\n/.exec(block) ?? [];
      writeFileSync(join(folder, name), block.replaceAll("3001", port));
      return name;
    });
    const started = start.replace("sandbox &", "sandbox --port 3001 --latency none &");
    const commands = [started, ...writeCommands(programs)].map((each) => each.replaceAll("3001", port));
    const output = await runCopied([`cd ${folder}`, ...commands].join("\n"), {});
    check(output, (name) => readFileSync(join(folder, name)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);

it("leads from nothing to an image, an answer and a collection, in TypeScript and with curl", {
  timeout: 180_000,
}, async () => {
  expect(install).toBe("npm install mintwright @mintwright/sdk\n");
  const writeCommands = (programs: string[]) => {
    expect(programs).toEqual(["first-image.ts", "streamed-answer.ts", "collection.ts", "shop.test.ts"]);
    return [...programs.map((name) => `echo "== ${name}"; node ${name}`), "echo '== curl'", ...curl];
  };
  await follow("ts", writeCommands, (output, read) => {
    const part = (name: string) => output.split(`== ${name}\n`)[1]?.split("\n== ")[0] ?? "";
    expect(part("first-image.ts")).toMatch(/^fox\.jpg: \d{4,} bytes/);
    expect(part("streamed-answer.ts")).toContain("Words from which a wallet derives all its keys.");
    expect(part("collection.ts")).toMatch(
      /^price: 3 credits\n(made: http:.*\n){3}completed: 3 images\nmint with: ipfs:/,
    );
    expect(part("shop.test.ts")).toContain("pass 2");
    expect(part("curl")).toContain("Words from which a wallet derives all its keys.");
    expect(part("curl")).toMatch(/event: progress\ndata: .*"status":"completed"/);
    for (const name of ["fox.jpg", "fox-by-curl.jpg"]) expect(read(name).subarray(0, 3)).toEqual(jpegStart);
  });
});

it.skipIf(!python)("leads to the same in Python", { timeout: 180_000 }, async () => {
  const writeCommands = (programs: string[]) => {
    expect(programs).toEqual(["first_steps.py"]);
    return programs.map((name) => `${python} ${name}`);
  };
  await follow("python", writeCommands, (output, read) => {
    expect(output).toMatch(/fox-by-python\.jpg: \d{4,} bytes for 1 credits/);
    expect(output).toContain("Words from which a wallet derives all its keys.");
    expect(output).toContain("completed 3 images");
    expect(read("fox-by-python.jpg").subarray(0, 3)).toEqual(jpegStart);
  });
});
