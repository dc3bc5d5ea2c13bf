import { describe, expect, it } from "vitest";
import { blankRefusingPragmas, chooseVersion } from "./compiler-versions.ts";

const choose = (...ranges: string[]) =>
  chooseVersion(
    Object.fromEntries(
      ranges.map((range, index) => [`${index}.sol`, `pragma solidity ${range};\ncontract A {}`]),
    ),
  );

describe("the version of the compiler", () => {
  it("is the newest bundled one that satisfies every pragma", () => {
    expect(choose("^0.8.20")).toBe("0.8.37");
    expect(choose(">=0.4.22 <0.7.0")).toBe("0.6.12");
    expect(choose(">= 0.5.0", "< 0.6")).toBe("0.5.17");
    expect(choose("^0.4.11 || ^0.5.0")).toBe("0.5.17");
    expect(chooseVersion({ "a.sol": "contract A {}" })).toBe("0.8.37");
  });

  it("is the nearest bundled one when none satisfies them", () => {
    expect(choose("0.4.11")).toBe("0.4.26");
    expect(choose("=0.5.3")).toBe("0.5.17");
    expect(choose("0.6.2")).toBe("0.6.12");
    expect(choose("0.7.0")).toBe("0.7.6");
    expect(choose("0.8.4")).toBe("0.8.9");
    expect(choose("0.9.0")).toBe("0.8.37");
    expect(choose("0.4.18", "^0.4.24")).toBe("0.4.26");
  });

  it("is an installed one of 0.8, and one of its own line before 0.8", () => {
    const exact = { "a.sol": "pragma solidity 0.8.25;", "b.sol": "pragma solidity ^0.8.20;" };
    expect(chooseVersion(exact)).toBe("0.8.25");
    expect(chooseVersion(exact, ["0.8.37"])).toBe("0.8.37");
    expect(chooseVersion({ "a.sol": "pragma solidity =0.8.21;" })).toBe("0.8.22");
    expect(chooseVersion({ "a.sol": "pragma solidity ^0.6.0;" }, ["0.8.37"])).toBe("0.6.12");
  });

  it("is not decided by pragmas in comments, strings or nonsense", () => {
    const source = `// pragma solidity 0.4.11;
      /* pragma solidity 0.4.11; */ string constant a = "pragma solidity 0.4.11;";
      pragma solidity banana; pragma solidity ^0.6.0;`;
    expect(chooseVersion({ "a.sol": source })).toBe("0.6.12");
  });

  it("is found in linear time in a file of unclosed comments and strings", () => {
    const startedAt = performance.now();
    for (const part of ["/*", "/*/", '"', "'", "\\", "pragma solidity "]) {
      chooseVersion({ "a.sol": part.repeat(200_000 / part.length) });
    }
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});

describe("a pragma that the compiler would refuse", () => {
  it("is blanked out with every other character left in its place", () => {
    const source = "// é\r\npragma solidity\r\n 0.4.11;\ncontract A {}";
    const blanked = blankRefusingPragmas(source, "0.4.26");
    expect(blanked).toHaveLength(source.length);
    expect(blanked).toBe(
      "// é\r\n               \r\n         contract A {}".replace("         c", `        \nc`),
    );
    expect(blankRefusingPragmas("pragma solidity ^0.4.11;", "0.4.26")).toBe("pragma solidity ^0.4.11;");
  });
});
