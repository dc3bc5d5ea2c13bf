import { honestArgument } from "./arguments.ts";
import { type Goal, type Scenario, targetOf, writeData } from "./scenario.ts";
import {
  cheatcodes,
  listFunctions,
  measures,
  poolContract,
  proxyContract,
  sharesFunction,
  sponsorContract,
  tokenContract,
  writeAttacker,
} from "./solidity-parts.ts";
import type { Victim } from "./victim.ts";

/** A scenario whose search showed a loss. */
export interface Winner {
  scenario: Scenario;
  goal: Goal;
  /** Ether that the deployment needs, in wei. */
  paid: string;
  /** Which calls of the set-up succeeded. */
  succeeded: readonly boolean[];
}

const head = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
`;

const constants = `    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    address private constant owner = address(0x1001);
    address private constant alice = address(0x1002);
    address private constant bob = address(0x1003);`;

const state: Record<Goal, string> = {
  ether: "    uint256 private etherBefore;",
  tokens: "    uint256 private tokensBefore;",
  shares: "    uint256 private sharesBefore;",
  ownership: "    bytes32[16] private slotsBefore;",
  acceptance: "",
};

const marks: Record<Goal, string> = {
  ether: "etherBefore = address(attacker).balance + address(accomplice).balance;",
  tokens: "tokensBefore = token.balanceOf(address(attacker)) + token.balanceOf(address(accomplice));",
  shares: "sharesBefore = shares();",
  ownership: "for (uint256 i; i < 16; i++) slotsBefore[i] = vm.load(victim, bytes32(i));",
  acceptance: "accepted = false;",
};

const goals = Object.keys(marks) as Goal[];

/**
 * Writes a file that tries every scenario. Each test reverts with its measurements: for the attack and the control
 * what was gained by goal, then the victim's Ether before, the Ether paid to deploy, and the result of each set-up call.
 */
export function writeSearch(victim: Victim, scenarios: readonly Scenario[]): string {
  const setups = [...new Set(scenarios.map(setupOf))];
  const values = victim.isConstructorPayable ? ["5 ether", ...victim.amounts] : ["0"];
  return [
    head,
    cheatcodes,
    writeAttacker(() => true),
    tokenContract,
    poolContract,
    sponsorContract,
    proxyContract,
    `contract SearchTest {
${constants}
    address payable private victim;
    Token private token;
    Pool private pool;
    Attacker private attacker;
    Attacker private accomplice;
    bool private accepted;
    uint256 private victimBefore;
    uint256 private paid;
    string private results;
${goals.map((goal) => state[goal]).join("\n")}

    function call(address by, address to, uint256 value, bytes memory data) internal {
        vm.prank(by);
        (bool ok, ) = to.call{value: value, gas: 10_000_000}(data);
        results = string.concat(results, ok ? "1" : "0");
    }

    function sponsor() internal {
        vm.prank(alice);
        new Sponsor{value: 5 ether}(victim);
        results = string.concat(results, "1");
    }

    function stage() internal {
        results = "";
${writeActors()}
        uint256[${values.length}] memory values = [${values.map((value) => `uint256(${value})`).join(", ")}];
        bytes memory code = abi.encodePacked(hex"${victim.creationCode}", ${writeConstructorArguments(victim)});
        for (uint256 i; i < ${values.length} && victim == address(0); i++) victim = deploy(code, paid = values[i]);
    }

    function deploy(bytes memory code, uint256 value) internal returns (address payable deployed) {
        vm.prank(owner);
        assembly { deployed := create(value, add(code, 32), mload(code)) }
    }

    function mark() internal {
        victimBefore = victim.balance;
        ${goals.map((goal) => marks[goal]).join("\n        ")}
    }

    function measure() internal view returns (string memory) {
        return string.concat(${goals.map((goal) => `text(${goal}Gained()), " "`).join(", ")});
    }

    function text(uint256 number) internal pure returns (string memory digits) {
        do digits = string.concat(string(abi.encodePacked(uint8(48 + (number % 10)))), digits);
        while ((number /= 10) > 0);
    }

${sharesFunction}

${listFunctions}

${goals.map((goal) => measures[goal].replace("gained()", `${goal}Gained()`)).join("\n\n")}

    function report(string memory measured) internal view {
        revert(string.concat(measured, measure(), text(victimBefore), " ", text(paid), " ", results));
    }

${setups
  .map(
    (setup, index) => `    function setup_${index}() internal {
        victim = payable(0);
        stage();
        ${setup}
        mark();
    }`,
  )
  .join("\n\n")}

${scenarios.map((scenario, index) => writeAttempt(scenario, index, setups.indexOf(setupOf(scenario)))).join("\n\n")}
}
`,
  ].join("\n");
}

function writeAttempt({ attack, control }: Scenario, index: number, setup: number): string {
  return `    function test_${index}() external {
        setup_${setup}();
        ${indent(attack)}
        string memory measured = measure();
        setup_${setup}();
        ${indent(control)}
        report(measured);
    }`;
}

function setupOf({ setup }: Scenario): string {
  return indent(setup.map(writeSetup));
}

function writeSetup(call: Scenario["setup"][number]): string {
  if (call.signature === "sponsor") return "sponsor();";
  return `call(${call.by === "attacker" ? "address(attacker)" : call.by}, ${targetOf(call)}, ${call.value ?? "0"}, ${writeData(call)});`;
}

function writeActors(): string {
  return `        vm.warp(1_700_000_000);
        vm.roll(1_000_000);
        token = new Token();
        pool = new Pool();
        attacker = new Attacker();
        accomplice = new Attacker();
        vm.deal(owner, 1_000 ether);
        vm.deal(alice, 1_000 ether);
        vm.deal(bob, 1_000 ether);
        vm.deal(address(attacker), 100 ether);`;
}

function writeConstructorArguments({ constructorInputs }: Victim): string {
  return `abi.encode(${constructorInputs.map((input) => honestArgument(input, "owner")).join(", ")})`;
}

function indent(lines: readonly string[]): string {
  return lines.flatMap((line) => line.split("\n")).join("\n        ");
}

/** Writes the test that proves a finding: only what the winning scenario needs. */
export function writeProof(victim: Victim, { scenario, goal, paid, succeeded }: Winner): string {
  const setup = scenario.setup.filter((_, index) => succeeded[index]).map(writeSetup);
  const lines = [...setup, ...scenario.attack, ...scenario.control];
  const constructorArguments = writeConstructorArguments(victim);
  const uses = (word: string) =>
    goalUses[goal].includes(word) ||
    lines.some((line) => line.includes(word)) ||
    constructorArguments.includes(word);
  const needsToken = uses("token");
  const needsPool = uses("pool");
  const needsAccomplice = uses("accomplice");
  return [
    head,
    `// ${scenario.explanation}`,
    "",
    cheatcodes,
    "",
    writeAttacker(uses),
    ...(needsToken ? ["", tokenContract] : []),
    ...(needsPool ? ["", poolContract] : []),
    ...(uses("sponsor()") ? ["", sponsorContract] : []),
    ...(uses("new Proxy") ? ["", proxyContract] : []),
    "",
    `contract ProofTest {
${constants}

    /// The creation code of ${victim.name}, as the audit compiled it.
    bytes private constant code = hex"${victim.creationCode}";

    address payable private victim;
    Attacker private attacker;
${[
  needsAccomplice && "    Attacker private accomplice;",
  needsToken && "    Token private token;",
  needsPool && "    Pool private pool;",
  goal === "acceptance" && "    bool private accepted;",
  state[goal],
]
  .filter(Boolean)
  .join("\n")}

    function test_proof() external {
        setUpVictim();
        ${indent(scenario.attack)}
        uint256 gain = gained();
        require(gain > 0, "the attack gained nothing");

        // Control: ${scenario.controlName}.
        setUpVictim();
        ${indent(scenario.control)}
        require(gained() < gain, "the control gained as much");
    }

    function setUpVictim() private {
        vm.warp(1_700_000_000);
        vm.roll(1_000_000);
        attacker = new Attacker();
        vm.deal(address(attacker), 100 ether);
        vm.deal(owner, 1_000 ether);
        vm.deal(alice, 1_000 ether);
        vm.deal(bob, 1_000 ether);
${[
  needsAccomplice && "        accomplice = new Attacker();",
  needsToken && "        token = new Token();",
  needsPool && "        pool = new Pool();",
]
  .filter(Boolean)
  .map((line) => `${line}\n`)
  .join("")}
        victim = deploy(${victim.constructorInputs.length === 0 ? "code" : `abi.encodePacked(code, ${constructorArguments})`}, ${paid});
        ${indent(setup)}
        ${needsAccomplice ? marks[goal] : leaveOutAccomplice(marks[goal])}
    }

    function deploy(bytes memory creation, uint256 value) private returns (address payable deployed) {
        vm.prank(owner);
        assembly { deployed := create(value, add(creation, 32), mload(creation)) }
        require(deployed != address(0), "not deployed");
    }

    function call(address by, address to, uint256 value, bytes memory data) private {
        vm.prank(by);
        (bool ok, ) = to.call{value: value, gas: 10_000_000}(data);
        require(ok, "an honest call failed");
    }
${uses("sponsor()") ? `\n    function sponsor() private {\n        vm.prank(alice);\n        new Sponsor{value: 5 ether}(victim);\n    }\n` : ""}${goal === "shares" ? `\n${sharesFunction}\n` : ""}${uses("list(") ? `\n${listFunctions}\n` : ""}
${needsAccomplice ? measures[goal] : leaveOutAccomplice(measures[goal])}
}
`,
  ]
    .join("\n")
    .replaceAll(/^ +$/gm, "");
}

function leaveOutAccomplice(code: string): string {
  return code
    .replace(" + address(accomplice).balance", "")
    .replace(" + token.balanceOf(address(accomplice))", "");
}

const goalUses: Record<Goal, string> = {
  ether: "",
  tokens: "token",
  shares: "",
  ownership: "",
  acceptance: "",
};
