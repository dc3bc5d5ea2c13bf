import { StreamLanguage } from "@codemirror/language";
import { clike } from "@codemirror/legacy-modes/mode/clike";

const words = (text: string) => Object.fromEntries(text.split(/\s+/).map((word) => [word, true]));
const sizes = Array.from({ length: 32 }, (_, index) => index + 1);

const types = words(
  [
    "address bool string bytes int uint fixed ufixed mapping",
    ...sizes.flatMap((size) => [`int${size * 8}`, `uint${size * 8}`, `bytes${size}`]),
  ].join(" "),
);

/** Syntax highlighting and indentation of Solidity. */
export const solidity = StreamLanguage.define(
  clike({
    name: "solidity",
    keywords: words(`
      abstract anonymous as assembly break calldata catch constant constructor continue contract do else emit enum
      error event external fallback final for from function global if immutable import indexed interface internal is
      layout let library memory modifier new override payable pragma private public pure receive return returns solidity
      storage struct switch throw transient try type unchecked using var view virtual while delete case default at
    `),
    types,
    blockKeywords: words("catch contract do else for if interface library struct try unchecked while"),
    builtin: words(`
      abi addmod assert block blockhash ecrecover gasleft keccak256 msg mulmod now require revert ripemd160 selfdestruct
      sha256 suicide super this tx
    `),
    atoms: words("true false wei gwei ether finney szabo seconds minutes hours days weeks years"),
    number: /^(?:0x[a-f\d_]+|(?:[\d_]+\.?[\d_]*|\.\d[\d_]*)(?:e-?[\d_]+)?)/i,
  }),
);
