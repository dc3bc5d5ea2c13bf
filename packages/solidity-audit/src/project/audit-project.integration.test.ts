import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createSolcCompiler } from "@mintwright/solidity-compiler";
import { strToU8, zipSync } from "fflate";
import { afterAll, describe, expect, it } from "vitest";
import { createAnalysisThreads } from "../analysis-threads.ts";
import { auditProject } from "./audit-project.ts";
import type { ProjectSource } from "./project.ts";

const compiler = createSolcCompiler({ processes: 1, maxWaiting: 1, timeoutInMs: 60_000, memoryInMb: 1_024 });
const threads = createAnalysisThreads(1);
const scratch = mkdtempSync(join(tmpdir(), "mintwright-project-"));
afterAll(async () => {
  await compiler.stop();
  await threads.stop();
  rmSync(scratch, { recursive: true });
});

const auditIt = (source: ProjectSource) => auditProject(source, { compiler, threads });
const owned = "pragma solidity ^0.8.20; abstract contract Owned { address internal owner = msg.sender; }";
const bank = (path: string, pragma = "^0.8.20") =>
  `pragma solidity ${pragma};\nimport {Owned} from "${path}";\n` +
  "contract Bank is Owned {\n  function close() external {\n    selfdestruct(payable(msg.sender));\n  }\n}\n";

function writeProject(name: string, files: Record<string, string>): string {
  for (const [path, text] of Object.entries(files)) {
    const file = join(scratch, name, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return join(scratch, name);
}

const foundry = {
  "foundry.toml": '[profile.default]\nsrc = "sources"\nremappings = ["owned/=vendor/owned/"]\n',
  "vendor/owned/Owned.sol": owned,
  "lib/kept/src/Kept.sol": 'pragma solidity ^0.8.20; import "inner/Inner.sol"; contract Kept is Inner {}',
  "lib/kept/lib/inner/contracts/Inner.sol": "pragma solidity ^0.8.20; contract Inner {}",
  "sources/Bank.sol": `import "kept/Kept.sol";\n${bank("owned/Owned.sol")}`,
  "test/Bank.t.sol": "this is not Solidity",
};

describe("a whole project", { timeout: 120_000 }, () => {
  it("of Foundry is read with its settings and the libraries that it would find", async () => {
    const report = await auditIt({ path: writeProject("foundry", foundry) });
    expect(report.analysed.files).toEqual(["sources/Bank.sol"]);
    expect(report.findings).toMatchObject([{ rule: "unprotected-selfdestruct", file: "sources/Bank.sol" }]);
    expect(report.notAnalysed).toEqual([
      { what: "by Slither", reason: "it is not installed" },
      { what: "2 other files", reason: "tests, scripts and mocks, or outside of sources/" },
    ]);
    expect(report.analysed.imported).toBe(3);
  });

  it("of Hardhat finds packages in node_modules of the folders above", async () => {
    const root = writeProject("monorepo", {
      "node_modules/@acme/owned/Owned.sol": `import "./Base.sol"; ${owned}`,
      "node_modules/@acme/owned/Base.sol": "pragma solidity ^0.8.20; contract Base {}",
      "packages/bank/hardhat.config.ts": 'export default { paths: { sources: "./solidity" } };',
      "packages/bank/solidity/Bank.sol": bank("@acme/owned/Owned.sol"),
    });
    const report = await auditIt({ path: join(root, "packages/bank") });
    expect(report.findings).toMatchObject([{ rule: "unprotected-selfdestruct", file: "solidity/Bank.sol" }]);
    expect(report.analysed.imported).toBe(2);
  });

  it("is read from a zip with a folder around it", async () => {
    const entries = Object.entries(foundry).map(
      ([path, text]) => [`bank-main/${path}`, strToU8(text)] as const,
    );
    const report = await auditIt({ zip: zipSync(Object.fromEntries(entries)) });
    expect(report.findings).toMatchObject([{ rule: "unprotected-selfdestruct", file: "sources/Bank.sol" }]);
    await expect(auditIt({ zip: strToU8("not a zip") })).rejects.toThrow("not a zip archive");
  });

  it("is compiled with a version for each set of pragmas that exclude each other", async () => {
    const report = await auditIt({
      files: {
        "a/Bank.sol": bank("owned/Owned.sol", "0.8.25"),
        "b/Bank.sol": bank("owned/Owned.sol", "0.8.19"),
      },
      libraries: { "lib/owned/Owned.sol": owned.replace("^0.8.20", "^0.8.0") },
      remappings: ["owned/=lib/owned/"],
    });
    expect(report.analysed.compiler).toBe("0.8.25, 0.8.19");
    expect(report.findings.map(({ file }) => file)).toEqual(["a/Bank.sol", "b/Bank.sol"]);
  });

  it("is analysed without the files that do not compile, which the report names", async () => {
    const report = await auditIt({
      files: {
        "Bank.sol": bank("./Owned.sol"),
        "Owned.sol": owned,
        "Broken.sol": "pragma solidity ^0.8.20;\ncontract Broken { nonsense }",
        "Uses.sol": 'pragma solidity ^0.8.20; import "./Broken.sol"; contract Uses {}',
        "Lost.sol": 'pragma solidity ^0.8.20; import "gone/Gone.sol"; contract Lost {}',
      },
    });
    expect(report.analysed.files).toEqual(["Bank.sol", "Owned.sol"]);
    expect(report.notAnalysed.map(({ what }) => what).sort()).toEqual([
      ...["Broken.sol", "Lost.sol", "Uses.sol", "by Slither"],
    ]);
    expect(report.verdict).toMatch(/^Not analysed: /);
  });
});
