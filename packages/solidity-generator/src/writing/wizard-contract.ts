import {
  type BaseFunction,
  buildGeneric,
  type ContractBuilder,
  type GenericOptions,
  printContract,
} from "@openzeppelin/wizard";
import type { WrittenContract } from "./solidity-file.ts";

/** Builds a contract with the Wizard under a different identifier. Its display name is unchanged. */
export function buildWithWizard(options: GenericOptions, identifier: string): ContractBuilder {
  const contract = buildGeneric(options) as ContractBuilder;
  if (identifier !== contract.name) Object.assign(contract, { name: identifier });
  return contract;
}

/**
 * Binds the constructor arguments that the Wizard leaves to the deployer: every role goes to the deployer, so that the
 * bytecode can be deployed as it is. An upgradeable contract keeps the arguments of its initializer.
 */
export function bindConstructor(contract: ContractBuilder, values: Record<string, string> = {}): void {
  if (contract.upgradeable) return;
  const byName = new Map(contract.constructorArgs.map(({ name }) => [name, values[name] ?? "msg.sender"]));
  if (byName.has("initialAuthority")) {
    byName.set("initialAuthority", "address(new AccessManager(msg.sender))");
    contract.addImportOnly({
      name: "AccessManager",
      path: "@openzeppelin/contracts/access/manager/AccessManager.sol",
    });
  }
  const bind = (code: string) => code.replaceAll(/[A-Za-z_]\w*/g, (word) => byName.get(word) ?? word);
  for (const parent of contract.parents) {
    parent.params = parent.params.map((value) =>
      typeof value === "object" && "lit" in value ? { lit: bind(value.lit) } : value,
    );
  }
  contract.constructorCode.splice(0, Infinity, ...contract.constructorCode.map(bind));
  contract.constructorArgs.length = 0;
}

/** Splits a printed contract into its parts, so that several can share a file. */
export function takeApart(contract: ContractBuilder): Pick<WrittenContract, "name" | "imports" | "body"> {
  const printed = printContract(contract);
  const imports = Array.from(
    printed.matchAll(/^import \{([^{}\r\n]+)\} from "@openzeppelin\/([^"\r\n]+)\.sol";$/gm),
    (match) => [match[1] ?? "", match[2] ?? ""],
  ) as [string, string][];
  const lines = printed.split("\n");
  let start = lines.findIndex((line) => line.startsWith("contract "));
  while (lines[start - 1]?.startsWith("///")) start--;
  return { name: contract.name, imports, body: lines.slice(start).join("\n") };
}

/** A public function without return value. */
export function publicFunction(name: string, ...args: [type: string, name: string][]): BaseFunction {
  return { name, kind: "public", args: args.map(([type, argument]) => ({ type, name: argument })) };
}
