import { encodeAbiParameters } from "viem";
import { describe, expect, it } from "vitest";
import { type ArgumentKind, findConstructor, readArgument } from "./constructor-arguments.ts";

const address = "0x52908400098527886E0F7030069857D2E4169EE7";
const pair: ArgumentKind = {
  name: "pair",
  type: "tuple[]",
  components: [
    { name: "who", type: "address" },
    { name: "share", type: "uint256" },
  ],
};

describe("arguments of a constructor", () => {
  it("are read as the kinds that an ABI names, exactly", () => {
    const huge = (2n ** 256n - 1n).toString();
    const cases: [ArgumentKind, string, unknown][] = [
      [{ type: "uint256" }, ` ${huge} `, 2n ** 256n - 1n],
      [{ type: "int8" }, "-128", -128n],
      [{ type: "bool" }, "true", true],
      [{ type: "string" }, " <b>as it is</b> ", " <b>as it is</b> "],
      [{ type: "bytes4" }, "0xdeadbeef", "0xdeadbeef"],
      [{ type: "bytes" }, "0x", "0x"],
      [{ type: "address" }, address, address],
      [{ type: "uint256[]" }, `[1, ${huge}]`, [1n, 2n ** 256n - 1n]],
      [{ type: "string[2][]" }, '[["1", "a 2"]]', [["1", "a 2"]]],
      [pair, `[{"who": "${address}", "share": 70}]`, [{ who: address, share: 70n }]],
    ];
    for (const [kind, text, value] of cases) {
      const read = readArgument(kind, text);
      expect(read).toEqual(value);
      // What is read can be sent.
      expect(encodeAbiParameters([{ ...kind, name: "" }] as never, [read] as never)).toMatch(/^0x/);
    }
  });

  it("are refused with what is wrong", () => {
    const cases: [ArgumentKind, string, RegExp][] = [
      [{ type: "uint8" }, "256", /Out of range for uint8/],
      [{ type: "uint256" }, "-1", /Out of range for uint256/],
      [{ type: "uint256" }, "1.5", /whole number/],
      [{ type: "bool" }, "yes", /true or false/],
      [{ type: "address" }, address.replace("E7", "e7"), /Invalid address/],
      [{ type: "bytes4" }, "0xdead", /exactly 4 bytes/],
      [{ type: "uint256[2]" }, "[1]", /array of 2/],
      [{ type: "uint256[]" }, "1, 2", /a JSON array/],
      [pair, `[{"who": "${address}"}]`, /share is missing/],
    ];
    for (const [kind, text, message] of cases) expect(() => readArgument(kind, text)).toThrow(message);
  });

  it("are found in an ABI, or there are none", () => {
    expect(findConstructor([])).toEqual({ inputs: [], isPayable: false });
    const inputs = [{ name: "cap", type: "uint256" }];
    expect(findConstructor([{ type: "constructor", inputs, stateMutability: "payable" }])).toEqual({
      inputs,
      isPayable: true,
    });
  });
});
