import { afterAll, describe, expect, it } from "vitest";
import { createSolcCompiler, knownVersions, SolidityCompilerError } from "./index.ts";

const bounds = { processes: 2, maxWaiting: 8, timeoutInMs: 30_000, memoryInMb: 1_024 };
const compiler = createSolcCompiler(bounds);
const { signal } = new AbortController();

afterAll(() => compiler.stop());

const compile = (source: string, outputs: "generate" | "analyse" = "generate") =>
  compiler.compile({ sources: { "a.sol": source }, outputs, signal });

/** Gets the failure reason, or the compiler's first error. */
async function fail(work: Promise<{ errors: { message: string }[] }>): Promise<string> {
  try {
    return (await work).errors[0]?.message ?? "compiled";
  } catch (error) {
    return error instanceof SolidityCompilerError ? error.reason : String(error);
  }
}

describe("the compiler", { timeout: 60_000 }, () => {
  it("compiles with the bundled libraries and returns every file that was needed", async () => {
    const made = await compile(`pragma solidity ^0.8.24;
      import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
      contract Token is ERC20("Token", "T") { constructor() { _mint(msg.sender, 1 ether); } }`);
    expect(made.errors).toEqual([]);
    expect(made.longVersion).toMatch(/^0\.8\.37\+commit\.[0-9a-f]{8}$/);
    expect(made.isVersionAsked).toBe(true);
    const names = Object.keys(made.input.sources);
    expect(names).toContain("@openzeppelin/contracts/utils/Context.sol");
    const again = await compiler.compile({
      sources: Object.fromEntries(names.map((name) => [name, made.input.sources[name]?.content ?? ""])),
      entry: "a.sol",
      outputs: "generate",
      signal,
    });
    const bytecode = again.output.contracts?.["a.sol"]?.Token?.evm.bytecode.object;
    expect(bytecode).toMatch(/^[0-9a-f]{1000,}$/);
    expect(made.output.contracts?.["a.sol"]?.Token?.evm.bytecode.object).toBe(bytecode);
  });

  it("compiles the upgradeable libraries and files that import each other", async () => {
    const made = await compiler.compile({
      sources: {
        "contracts/Vault.sol": `pragma solidity ^0.8.24; import "./parts/Base.sol";
          import "@openzeppelin/contracts-upgradeable/access/OwnableUpgradeable.sol"; contract Vault is Base {}`,
        "contracts/parts/Base.sol": "pragma solidity ^0.8.24; contract Base { uint256 public total; }",
      },
      entry: "contracts/Vault.sol",
      outputs: "generate",
      signal,
    });
    expect(made.errors).toEqual([]);
    expect(Object.keys(made.output.contracts ?? {})).toEqual(["contracts/Vault.sol"]);
  });

  it.each(knownVersions.filter((version) => !/^0\.8\.(1|2[02-8])/.test(version)))(
    "%s gives what an analyser reads",
    async (version) => {
      const source = `contract A { uint256 x; function f() public returns (uint256) { x = x + 1; return x; } }`;
      const made = await compiler.compile({
        sources: { "a.sol": source },
        version,
        outputs: "analyse",
        signal,
      });
      expect(made.errors).toEqual([]);
      expect(made.version).toBe(version);
      const contract = made.output.contracts?.["a.sol"]?.A;
      expect(contract?.evm.methodIdentifiers).toEqual({ "f()": "26121ff0" });
      expect(Object.keys(contract ?? {})).toEqual(
        expect.arrayContaining(["abi", "devdoc", "evm", "metadata", "userdoc"]),
      );
      expect(made.output.sources?.["a.sol"]?.ast).toBeTypeOf("object");
    },
  );

  it("compiles with the nearest version when the exact one is not there, and says so", async () => {
    const made = await compile("pragma solidity 0.4.18; contract A { function A() public {} }", "analyse");
    expect(made).toMatchObject({ version: "0.4.26", isVersionAsked: false, errors: [] });
  });

  it("answers with the compiler's errors when the code is wrong", async () => {
    const made = await compile("contract A { uint256 x = true; }");
    expect(made.errors).toMatchObject([{ severity: "error", type: "TypeError" }]);
    expect(made.errors[0]?.formattedMessage).toContain("a.sol:1:");
  });
});

describe("hostile code", { timeout: 120_000 }, () => {
  it.each([
    "/etc/passwd",
    "../../../../etc/passwd",
    "https://example.com/a.sol",
    "file:///etc/passwd",
    "@openzeppelin/contracts/../../package.json",
    "@openzeppelin/contracts/package.json",
    "solc/package.json",
  ])("cannot import %s", async (name) => {
    const { errors } = await compile(`import "${name}"; contract A {}`);
    expect(errors[0]?.message).toContain("neither among the given files nor in the bundled");
  });

  it.each([
    "../a.sol",
    "a/../../b.sol",
    "/a.sol",
    "C:\\a.sol",
    "https://a.b/c.sol",
    "a//b.sol",
    "a\0.sol",
    ".env",
    "",
  ])("cannot be a file named %j", async (name) => {
    const work = compiler.compile({ sources: { [name]: "contract A {}" }, outputs: "generate", signal });
    expect(await fail(work)).toBe("refused");
  });

  it.each([
    ["round", `contract A { uint256 x = ${"(".repeat(200_000)}`],
    ["curly", `contract A { function f() public ${"{".repeat(200_000)}`],
    ["square", `contract A { uint256${"[2]".repeat(66_000)} x; }`],
  ])("of 200 KB of nested %s brackets breaks one process, not the service", async (_, source) => {
    expect(await fail(compile(source))).toBe("crash");
    expect((await compile("contract A {}")).errors).toEqual([]);
  });

  it("that explodes in memory or in time is cut off", async () => {
    const doubled = Array.from({ length: 26 }, (_, i) => `struct S${i + 1} { S${i} a; S${i} b; }`).join(" ");
    const copied = `contract A { struct S0 { uint256 a; } ${doubled} S26 x; S26 y; function f() public { x = y; } }`;
    const encoded = `contract A { struct S0 { uint256 a; } ${doubled} function f(S26 memory s) public {} }`;
    const small = createSolcCompiler({ ...bounds, timeoutInMs: 10_000, memoryInMb: 256 });
    const attempt = (source: string) =>
      fail(small.compile({ sources: { "a.sol": source }, outputs: "generate", signal }));
    const outcomes = await Promise.all([attempt(copied), attempt(encoded)]);
    for (const outcome of outcomes) expect(["memory", "timeout", "crash"]).toContain(outcome);
    expect(await attempt("contract A {}")).toBe("compiled");
    await small.stop();
  });

  it("that takes longer than its time is cut off, and so is one whose caller has gone", async () => {
    const hasty = createSolcCompiler({ ...bounds, timeoutInMs: 50 });
    expect(
      await fail(hasty.compile({ sources: { "a.sol": "contract A {}" }, outputs: "generate", signal })),
    ).toBe("timeout");
    await hasty.stop();
    const leaving = AbortSignal.timeout(20);
    const work = compiler.compile({
      sources: { "a.sol": "contract A {}" },
      version: "0.5.17",
      outputs: "generate",
      signal: leaving,
    });
    await expect(work).rejects.toThrow("aborted due to timeout");
  });

  it("in more compilations than may wait is refused at once", async () => {
    const narrow = createSolcCompiler({ ...bounds, processes: 1, maxWaiting: 1 });
    const outcomes = await Promise.all(
      ["a", "b", "c"].map((name) =>
        fail(narrow.compile({ sources: { [`${name}.sol`]: "contract A {}" }, outputs: "generate", signal })),
      ),
    );
    expect(outcomes).toEqual(["compiled", "compiled", "busy"]);
    await narrow.stop();
    expect(await fail(narrow.compile({ sources: { "a.sol": "" }, outputs: "generate", signal }))).toBe(
      "busy",
    );
  });

  it("of too many bytes, or for a version that is not bundled, is refused", async () => {
    expect(await fail(compile("/".repeat(16_000_001)))).toBe("refused");
    const work = compiler.compile({
      sources: { "a.sol": "" },
      version: "0.8.0",
      outputs: "generate",
      signal,
    });
    expect(await fail(work)).toBe("refused");
  });
});
