import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export interface WorkerStart {
  wrapperFile: string;
  compilerFile: string;
  /** Library folder by import prefix. */
  libraries: Record<string, string>;
}

export interface WorkerAnswer {
  outputText: string;
  messages: unknown[];
  imported: Record<string, string>;
}

type Compile = (
  input: string,
  callbacks: { import(name: string): { contents: string } | { error: string } },
) => string;

const { wrapperFile, compilerFile, libraries }: WorkerStart = JSON.parse(process.argv[2] ?? "");
// Required by path, because this process may only read the packages' folder and cannot search elsewhere.
const require = createRequire(wrapperFile);
const compiler: { version(): string; compile: Compile } = require(wrapperFile)(require(compilerFile));

const importable = /^(@openzeppelin\/contracts(?:-upgradeable)?)\/((?:[\w-]+\/)*[\w-]+\.sol)$/;

function readLibrary(name: string): string | undefined {
  const [, library, file] = importable.exec(name) ?? [];
  if (!library || !file) return undefined;
  try {
    return readFileSync(`${libraries[library]}/${file}`, "utf8");
  } catch {
    return undefined;
  }
}

process.on("message", (input: string) => {
  const imported: Record<string, string> = {};
  const outputText = compiler.compile(input, {
    import(name) {
      const contents = readLibrary(name);
      if (contents === undefined) {
        return {
          error: `${name} is neither among the given files nor in the bundled OpenZeppelin libraries`,
        };
      }
      imported[name] = contents;
      return { contents };
    },
  });
  const answer: WorkerAnswer = { outputText, messages: JSON.parse(outputText).errors ?? [], imported };
  process.send?.(answer);
});
process.on("disconnect", () => process.exit());
process.send?.({ longVersion: compiler.version() });
