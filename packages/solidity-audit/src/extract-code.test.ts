import { describe, expect, it } from "vitest";
import { extractCode } from "./extract-code.ts";

const code =
  'pragma solidity ^0.8.0;\n\ncontract A {\n  string s = "}";\n  // }\n  function f() public {}\n}';

describe("extractCode", () => {
  it("takes bare code as it is, with its lines", () => {
    expect(extractCode(`\n\n${code}\n`)).toEqual({ "contract.sol": `\n\n${code}\n` });
  });

  it("takes fenced code without what is written around it, named by the fence or the line before", () => {
    const question = `Please audit.\n\n\`\`\`solidity\n${code}\n\`\`\`\n\nand contracts/B.sol:\n~~~\ncontract B { }\n~~~\nThanks { }`;
    expect(extractCode(question)).toEqual({
      "contract.sol": `${code}\n`,
      "contracts/B.sol": "contract B { }\n",
    });
  });

  it("blanks prose around and between bare definitions and keeps every line where it was", () => {
    const question = `Is this contract safe?\n${code}\nAnd this one, which inherits; it is mine:\ncontract B is A\n{\n}\nThank you; bye {now}.`;
    const [text = ""] = Object.values(extractCode(question) ?? {});
    expect(text.split("\n")).toHaveLength(question.split("\n").length);
    expect(text).not.toMatch(/safe|mine|Thank/);
    expect(text.split("\n")[1]).toBe("pragma solidity ^0.8.0;");
    expect(text).toContain("contract B is A\n{\n}");
  });

  it.each(["pragma solidity ^0.8.0; contract A { function f() public {} }", "contract A { uint public a; }"])(
    "takes code that follows words on their line: Audit: %s",
    (code) => {
      expect(Object.values(extractCode(`Audit this: ${code}`) ?? {}).map((text) => text.trim())).toEqual([
        code,
      ]);
    },
  );

  it("keeps an import with brackets whole", () => {
    const question = `import {A, B} from "./A.sol";\ncontract C is A {}`;
    expect(extractCode(question)).toEqual({ "contract.sol": question });
  });

  it("splits several bare files only when they import each other", () => {
    const parts = `// File: contracts/A.sol\ncontract A {}\n// File: contracts/B.sol\nimport "./A.sol";\ncontract B is A {}\n`;
    expect(Object.keys(extractCode(parts) ?? {})).toEqual(["contracts/A.sol", "contracts/B.sol"]);
    const flattened = parts.replace('import "./A.sol";\n', "");
    expect(Object.keys(extractCode(flattened) ?? {})).toEqual(["contract.sol"]);
  });

  it.each(["../../etc/passwd.sol", "/etc/shadow.sol", "a/../../b.sol", ".hidden.sol"])(
    "makes the file name %s harmless",
    (name) => {
      const [given = ""] = Object.keys(extractCode(`${name}\n\`\`\`\ncontract A {}\n\`\`\``) ?? {});
      expect(given).toMatch(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*\.sol$/);
      expect(given).not.toContain("..");
    },
  );

  it.each([
    "What is a smart contract?",
    "function add(a, b) { return a + b }",
    "```js\nconst contract = { a: 1 }\n```",
    "The contract between { us } is void;",
    "",
  ])("finds no Solidity in %j", (question) => {
    expect(extractCode(question)).toBeUndefined();
  });

  it("refuses more files than an audit takes", () => {
    const files = (count: number) => "```\ncontract A {}\n```\n".repeat(count);
    expect(Object.keys(extractCode(files(100)) ?? {})).toHaveLength(100);
    expect(() => extractCode(files(101))).toThrow("at most 100 files");
  });
});

describe("extractCode on hostile text", () => {
  // The maximum length of a question.
  const fill = (part: string) => part.repeat(200_000 / part.length);

  it.each([
    ["450 spaces after a contract", `contract A {}${" ".repeat(450)}!`],
    ["450 spaces on a line of their own", `contract A {}\n${" ".repeat(450)}!`],
    ["40,000 backticks", "`".repeat(40_000)],
    ["40,000 imports", `contract A {}\n${"import ".repeat(40_000)}`],
    ["half-open quotes", `contract A {}\n${fill('import "./')}`],
    ...[
      " ",
      "\t",
      " \n",
      "\n",
      "{",
      "}",
      "(",
      ")",
      ";",
      "/",
      "*",
      "/*",
      "//\n",
      "-",
      "=",
      "#",
      '"',
      "'",
      "\\",
      "`",
      "`\n",
      "```\n",
      "~",
      "a",
      ".",
      ".sol",
      "a.sol\n",
      "// File: a.sol\n",
      "file: ",
      "import './",
      "\ncontract A",
      "\ncontract A is ",
      "\ncontract A is layout at",
      ";abstract contract\n",
      "contract A ",
      "contract A{}\n",
      "function f(",
      "function f()",
      "function f() public",
      "pragma ",
      "pragma solidity;",
      "struct S {",
      "\u202e",
    ].flatMap((part) => [
      [`a question full of ${JSON.stringify(part)}`, fill(part)],
      [`the same after a contract: ${JSON.stringify(part)}`, `contract A {}\n${fill(part)}`],
      [`the same inside a contract: ${JSON.stringify(part)}`, `contract A {${fill(part)}!`],
    ]),
  ] as [string, string][])("takes less than a tenth of a second for %s", (_case, text) => {
    const before = process.threadCpuUsage();
    try {
      extractCode(text);
    } catch (error) {
      expect(error).toMatchObject({ code: "invalid_request" });
    }
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(100);
  });
});
