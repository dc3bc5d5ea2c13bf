import { describe, expect, it } from "vitest";
import {
  addEmptyFile,
  addFiles,
  emptyWorkspace,
  removeFile,
  renameFile,
  toFileName,
  writeQuestion,
} from "./audit-workspace.ts";

describe("the audit workspace", () => {
  it("normalizes file names so that the auditor reports them unchanged", () => {
    expect(toFileName("src/My Token (1).sol")).toBe("src/My-Token--1-.sol");
    expect(toFileName("../../etc/../Vault.sol")).toBe("etc/Vault.sol");
    expect(toFileName("C:\\contracts\\Vault.sol")).toBe("C-/contracts/Vault.sol");
    expect(toFileName("/@openzeppelin/contracts/A.sol")).toBe("@openzeppelin/contracts/A.sol");
    expect(toFileName(".hidden.sol")).toBe("hidden.sol");
    expect(toFileName("Überweisung.sol")).toMatch(/^-?berweisung\.sol$/);
    expect(toFileName("")).toBe("contract.sol");
    expect(toFileName(`${"a".repeat(300)}.sol`).length).toBeLessThanOrEqual(120);
    for (const given of ["src/a b.sol", "x@y/Z.sol", "...", "é", "a/b/c/d/e/f/g/h/i/j/k/l/m/n.sol"]) {
      const name = toFileName(given);
      // The auditor's own rule for parts of names.
      for (const part of name.split("/")) expect(part).toMatch(/^@?[\w-][\w.-]*$/);
      expect(toFileName(name)).toBe(name);
    }
  });

  it("writes code fences that no file can close", () => {
    const text = "contract A {}\n```\n// ````` \n~~~~";
    const question = writeQuestion([
      { name: "A.sol", text },
      { name: "empty.sol", text: " \n" },
    ]);
    expect(question).toBe(`\`\`\`\`\`\`solidity A.sol\n${text}\n\`\`\`\`\`\``);
  });

  it("always has a file, and never two of the same name", () => {
    const one = addFiles(emptyWorkspace(), [{ name: "A.sol", text: "contract A {}" }]);
    expect(one).toEqual({ files: [{ name: "A.sol", text: "contract A {}" }], shown: "A.sol" });
    const two = addEmptyFile(addEmptyFile(one));
    expect(two.files.map(({ name }) => name)).toEqual(["A.sol", "contract.sol", "contract-2.sol"]);
    expect(renameFile(two, "A.sol")).toBe(two);
    expect(renameFile(two, "lib/B.sol").shown).toBe("lib/B.sol");
    expect(removeFile(one, "A.sol")).toEqual(emptyWorkspace());
  });
});
