import type { SolidityCompiler } from "@mintwright/solidity-compiler";
import { type Abi, encodeFunctionData, getContractAddress } from "viem";
import type { Deployable, Instance, TestChain } from "./test-chain.ts";

const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;
import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {TransparentUpgradeableProxy} from "@openzeppelin/contracts/proxy/transparent/TransparentUpgradeableProxy.sol";
import {ProxyAdmin} from "@openzeppelin/contracts/proxy/transparent/ProxyAdmin.sol";
import {IERC3156FlashBorrower} from "@openzeppelin/contracts/interfaces/IERC3156FlashBorrower.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

contract Proxy is ERC1967Proxy { constructor(address logic, bytes memory data) ERC1967Proxy(logic, data) {} }
contract Transparent is TransparentUpgradeableProxy {
    constructor(address logic, address owner, bytes memory data) TransparentUpgradeableProxy(logic, owner, data) {}
}
contract Admin is ProxyAdmin { constructor() ProxyAdmin(msg.sender) {} }
contract Borrower is IERC3156FlashBorrower {
    function onFlashLoan(address, address token, uint256 amount, uint256 fee, bytes calldata) external returns (bytes32) {
        require(IERC20(token).balanceOf(address(this)) == amount, "not lent");
        IERC20(token).approve(msg.sender, amount + fee);
        return keccak256("ERC3156FlashBorrower.onFlashLoan");
    }
}`;

/** Contracts that tests need in addition to the generated ones. */
export type TestParts = Record<"Proxy" | "Transparent" | "Admin" | "Borrower", Deployable>;

export async function compileTestParts(compiler: SolidityCompiler): Promise<TestParts> {
  const { signal } = new AbortController();
  const { output, errors } = await compiler.compile({
    sources: { "parts.sol": source },
    entry: "parts.sol",
    outputs: "generate",
    signal,
  });
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return Object.fromEntries(
    Object.entries(output.contracts?.["parts.sol"] ?? {}).map(([name, { abi, evm }]) => [
      name,
      { abi, bytecode: `0x${evm.bytecode.object}` },
    ]),
  ) as TestParts;
}

/** A deployed contract, and how it can be upgraded. */
export interface DeployedContract {
  contract: Instance;
  upgradeable?: "uups" | "transparent";
}

/** Deploys a generated contract. An upgradeable one is deployed behind its kind of proxy, which is then upgraded. */
export async function deployGenerated(
  chain: TestChain,
  generated: Deployable,
  parts: TestParts,
): Promise<DeployedContract> {
  const implementation = await chain.deploy(generated);
  const initialize = implementation.abi.find(
    (entry) => entry.type === "function" && entry.name === "initialize",
  );
  if (initialize?.type !== "function") return { contract: implementation };
  const args = initialize.inputs.map(() => chain.deployer);
  if (await implementation.does("initialize", args))
    throw new Error("the implementation itself can be initialized");
  const data = encodeFunctionData({ abi: implementation.abi, functionName: "initialize", args });
  const next = await chain.deploy(generated);
  const [stranger] = chain.strangers;
  if (implementation.has("upgradeToAndCall")) {
    const proxy = await chain.deploy(parts.Proxy, [implementation.address, data]);
    const contract = chain.at(proxy.address, implementation.abi);
    const upgrade = (from: `0x${string}`) =>
      contract.does("upgradeToAndCall", [next.address, "0x"], { from });
    if (stranger && (await upgrade(stranger))) throw new Error("anybody can upgrade");
    if (!(await upgrade(chain.deployer))) throw new Error("nobody can upgrade");
    return { contract, upgradeable: "uups" };
  }
  const proxy = await chain.deploy(parts.Transparent, [implementation.address, chain.deployer, data]);
  const admin = chain.at(getContractAddress({ from: proxy.address, nonce: 1n }), parts.Admin.abi as Abi);
  if (!(await admin.does("upgradeAndCall", [proxy.address, next.address, "0x"])))
    throw new Error("cannot be upgraded");
  return { contract: chain.at(proxy.address, implementation.abi), upgradeable: "transparent" };
}
