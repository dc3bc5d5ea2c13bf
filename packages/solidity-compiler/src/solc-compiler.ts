import semver from "semver";
import { type CompilerPoolOptions, createCompilerPool } from "./compiler-pool.ts";
import {
  blankRefusingPragmas,
  chooseVersion,
  isKnown,
  knownVersions,
  listInstalledVersions,
  newestVersion,
} from "./compiler-versions.ts";
import {
  type CompileRequest,
  type CompilerInput,
  type CompilerMessage,
  type SolidityCompiler,
  SolidityCompilerError,
} from "./solidity-compiler.ts";

const maxFiles = 2_000;
const maxBytes = 16_000_000;
// A relative path: no segment starts with a dot, no leading slash, no URL scheme.
const fileName = /^@?[\w-][\w .()+@-]*(?:\/@?[\w-][\w .()+@-]*)*$/;

const deployable = ["abi", "metadata", "evm.bytecode", "evm.deployedBytecode", "evm.methodIdentifiers"];
const analysable = [...deployable, "userdoc", "devdoc"];

/** Creates the compiler. Its processes start with the first requests and stay running. */
export function createSolcCompiler(options: CompilerPoolOptions): SolidityCompiler {
  const pool = createCompilerPool(options);
  const installed = listInstalledVersions();
  return {
    async compile(request) {
      refuseUnfit(request);
      const { version = chooseVersion(request.sources, installed), signal = new AbortController().signal } =
        request;
      if (!isKnown(version)) {
        throw new SolidityCompilerError("refused", `version must be one of ${knownVersions.join(", ")}`);
      }
      const sources = Object.entries(request.sources).map(
        ([name, source]) => [name, { content: blankRefusingPragmas(source, version) }] as const,
      );
      const input: CompilerInput = {
        language: "Solidity",
        sources: Object.fromEntries(sources),
        settings: chooseSettings(request, version),
      };
      const { outputText, messages, imported, longVersion } = await pool.run(
        version,
        JSON.stringify(input),
        signal,
      );
      for (const [name, content] of Object.entries(imported)) input.sources[name] = { content };
      const known = (messages as CompilerMessage[]).filter(({ message }) => !isAboutPragma(message));
      return {
        version,
        longVersion: longVersion.split(".Emscripten", 1)[0] ?? longVersion,
        isVersionAsked: sources.every(([name, { content }]) => content === request.sources[name]),
        input,
        outputText,
        get output() {
          const parsed = JSON.parse(outputText);
          Object.defineProperty(this, "output", { value: parsed });
          return parsed;
        },
        errors: known.filter(({ severity }) => severity === "error"),
        warnings: known.filter(({ severity }) => severity !== "error"),
      };
    },
    stop: () => pool.stop(),
  };
}

/** A missing pragma needs no warning: the version is chosen here, and pragmas may have been blanked out. */
function isAboutPragma(message: string): boolean {
  return message.startsWith("Source file does not specify required compiler version");
}

function refuseUnfit({ sources, entry }: CompileRequest): void {
  const names = Object.keys(sources);
  const bytes = Object.values(sources).reduce((sum, source) => sum + Buffer.byteLength(source), 0);
  const bad = names.find((name) => name.length > 255 || !fileName.test(name));
  if (bad !== undefined) {
    throw new SolidityCompilerError(
      "refused",
      `${JSON.stringify(bad.slice(0, 80))} cannot be a file's name: use a relative one without "..", such as contracts/Token.sol`,
    );
  }
  if (names.length === 0 || names.length > maxFiles || bytes > maxBytes) {
    throw new SolidityCompilerError(
      "refused",
      `The compiler accepts 1 to ${maxFiles} files with a total of at most ${maxBytes} bytes.`,
    );
  }
  if (entry !== undefined && !Object.hasOwn(sources, entry)) {
    throw new SolidityCompilerError("refused", "entry must be one of the given files");
  }
}

function chooseSettings(request: CompileRequest, version: string): CompilerInput["settings"] {
  const {
    outputs,
    entry,
    remappings = [],
    pipeline = outputs === "generate" ? "optimised" : "plain",
  } = request;
  const isNewest = version === newestVersion;
  return {
    optimizer: { enabled: pipeline !== "plain", runs: 200 },
    // Older compilers do not have it, or only as an experiment.
    ...(pipeline === "viaIR" && semver.gte(version, "0.8.13") && { viaIR: true as const }),
    ...(remappings.length > 0 && { remappings }),
    // 0.8.24 knows the instructions of this version, and compiles for an older one unless told.
    ...((outputs === "generate" ? isNewest : version === "0.8.24") && { evmVersion: "cancun" }),
    outputSelection: selectOutputs(outputs, entry),
  };
}

function selectOutputs(
  outputs: CompileRequest["outputs"],
  entry = "*",
): CompilerInput["settings"]["outputSelection"] {
  if (outputs === "generate") return { [entry]: { "*": deployable } };
  return { "*": { "*": outputs === "read" ? [] : analysable, "": ["ast"] } };
}
