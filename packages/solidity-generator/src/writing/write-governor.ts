import { defaultSupply } from "../defaults.ts";
import { type ContractPlan, has, settingOf } from "../plan.ts";
import { toContractName, type WrittenContract } from "./solidity-file.ts";
import { bindConstructor, buildWithWizard, takeApart } from "./wizard-contract.ts";
import { toSymbol } from "./write-erc20.ts";

/** Writes a governor with its voting token and its timelock. */
export function writeGovernor(plan: ContractPlan): WrittenContract {
  const { settings } = plan;
  const name = plan.name ?? "My Governor";
  const identifier = toContractName(name, "MyGovernor");
  const hasTimelock = has(plan, "timelock");
  const governor = buildWithWizard(
    {
      kind: "Governor",
      name,
      delay: toWizardTime(settingOf(plan, "votingDelay")),
      period: toWizardTime(settingOf(plan, "votingPeriod")),
      proposalThreshold: settingOf(plan, "threshold"),
      quorumMode: settings.quorumAbsolute === undefined ? "percent" : "absolute",
      quorumPercent: (settings.quorum ?? 0) / 100,
      quorumAbsolute: settings.quorumAbsolute ?? "",
      votes: has(plan, "nftVotes") ? "erc721votes" : "erc20votes",
      clockMode: "timestamp",
      timelock: hasTimelock ? "openzeppelin" : false,
      storage: false,
      settings: true,
      upgradeable: plan.upgradeable ?? false,
    },
    identifier,
  );
  const notes = [
    `${name}: a governor whose times are in seconds.`,
    ...(hasTimelock
      ? [
          "Decisions wait in a timelock that belongs to the governor alone; anyone may execute them when they are due.",
        ]
      : []),
  ];
  if (plan.upgradeable) {
    return {
      ...takeApart(governor),
      notes: [...notes, "initialize takes the voting token and the timelock."],
    };
  }
  const token = plan.token ? undefined : buildVotingToken(plan, name, identifier);
  bindConstructor(governor, {
    _token: token ? `new ${token.name}(msg.sender)` : `IVotes(${plan.token})`,
    _timelock: `new TimelockController(${settings.timelock ?? 0}, new address[](0), new address[](0), address(this))`,
  });
  if (hasTimelock) {
    governor.constructorCode.push(
      "TimelockController controller = TimelockController(payable(timelock()));",
      "controller.grantRole(controller.PROPOSER_ROLE(), address(this));",
      "controller.grantRole(controller.CANCELLER_ROLE(), address(this));",
      "controller.grantRole(controller.EXECUTOR_ROLE(), address(0));",
      "controller.renounceRole(controller.DEFAULT_ADMIN_ROLE(), address(this));",
    );
  }
  const main = takeApart(governor);
  if (!token) return { ...main, notes };
  const companion = takeApart(token);
  return {
    name: main.name,
    imports: [...main.imports, ...companion.imports],
    body: `${companion.body.trim()}\n\n${main.body}`,
    notes: [
      ...notes,
      "Its voting token is created with it (see token()) and belongs to the deployer. Holders vote after they have called delegate.",
    ],
  };
}

function buildVotingToken(plan: ContractPlan, governorName: string, governor: string) {
  const name = `${governorName} Token`;
  const symbol = plan.symbol ?? toSymbol(governorName);
  const identifier = `${governor}Token`;
  if (has(plan, "nftVotes")) {
    return buildWithWizard(
      { kind: "ERC721", name, symbol, votes: "timestamp", mintable: true, incremental: true },
      identifier,
    );
  }
  return buildWithWizard(
    {
      kind: "ERC20",
      name,
      symbol,
      votes: "timestamp",
      premint: plan.supply ?? String(defaultSupply),
      permit: false,
    },
    identifier,
  );
}

function toWizardTime(seconds: number): string {
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}
