import type { Finding } from "../finding.ts";
import { attackCalls, honestArgument, payments } from "./arguments.ts";
import { giveTokens, honestCall, honestSetups, usesTokens } from "./honest-setup.ts";
import {
  type ActorCall,
  type Call,
  type Goal,
  type Scenario,
  targetOf,
  writeCall,
  writeData,
} from "./scenario.ts";
import { signatureOf, type Victim, type VictimFunction } from "./victim.ts";

const maxScenarios = 90;
const aDayLater = "vm.warp(block.timestamp + 1 days);";

type Strategy = (victim: Victim, finding: Finding) => Scenario[];

const byRule: Record<string, Strategy> = {
  "tx-origin": lureOwner,
  "open-mint": mintForNothing,
  "open-upgrade": replaceCode,
  "share-inflation": inflateShares,
  "spot-price": movePrice,
  "unchecked-transfer": payWithNothing,
};

const byCategory: Partial<Record<Finding["category"], Strategy>> = {
  reentrancy: reenter,
  access_control: takeOver,
  bad_randomness: gamble,
  token_integration: payWithNothing,
};

export function strategyOf({ rule, category }: Finding): Strategy | undefined {
  return byRule[rule] ?? byCategory[category];
}

/** Attacks that may prove the finding, the most likely first. */
export function planScenarios(victim: Victim, finding: Finding): Scenario[] {
  return (strategyOf(finding)?.(victim, finding) ?? []).slice(0, maxScenarios);
}

/** The functions that the finding names; all of them if it names an internal one. */
function namedFunctions({ functions }: Victim, { subject }: Finding): VictimFunction[] {
  const name = subject.slice(subject.lastIndexOf(".") + 1);
  const named = functions.filter((called) => called.name === name);
  return named.length > 0 ? named : functions;
}

function callsOf(called: VictimFunction, amounts: readonly string[], limit: number): Call[] {
  return attackCalls(called, amounts, limit).map((args) => ({ signature: signatureOf(called), args }));
}

const by = (actor: ActorCall["by"], call: Call) => writeCall({ by: actor, ...call });

/** The attacker's own deposits, with the amount paid in. */
function ownDeposits(victim: Victim): { lines: string[]; amount: string }[] {
  const ether = victim.functions
    .filter(({ isPayable }) => isPayable)
    .slice(0, 3)
    .flatMap((called) =>
      payments(victim).flatMap((value) =>
        callsOf(called, ["0"], 1).map((call) => ({
          lines: [by("attacker", { ...call, value }), aDayLater],
          amount: value,
        })),
      ),
    );
  const tokens = usesTokens(victim)
    ? [
        {
          lines: [
            by("attacker", {
              to: "token",
              signature: "send(address,uint256,bytes)",
              args: ["victim", "2 ether", `""`],
            }),
          ],
          amount: "2 ether",
        },
      ]
    : [];
  return [...ether, ...tokens, { lines: [], amount: "1 ether" }];
}

/** Honest users, and an attacker who owns tokens of its own. */
function setupsWithTokens(victim: Victim): ActorCall[][] {
  const own = usesTokens(victim) ? giveTokens("attacker") : [];
  return honestSetups(victim).map((setup) => [...setup, ...own]);
}

function reenter(victim: Victim, finding: Finding): Scenario[] {
  const named = namedFunctions(victim, finding);
  const entries = [...named, ...victim.functions.filter((called) => !named.includes(called))];
  const deposits = ownDeposits(victim);
  const same = entries.flatMap((entry) =>
    deposits.flatMap(({ lines, amount }) =>
      callsOf(entry, [amount], 2).map((call) => ({
        deposit: lines,
        call,
        again: call,
        after: [] as string[],
      })),
    ),
  );
  const crossed = named.flatMap((entry) =>
    victim.functions
      .filter((other) => other !== entry && !other.isPayable)
      .flatMap((other) =>
        deposits.flatMap(({ lines, amount }) =>
          callsOf(entry, [amount], 1).map((call) => ({
            deposit: lines,
            call,
            again: {
              signature: signatureOf(other),
              args: other.inputs.map((input) =>
                input.type === "address"
                  ? "address(accomplice)"
                  : honestArgument(input, "address(accomplice)", amount),
              ),
            },
            after: [by("accomplice", call)],
          })),
        ),
      ),
  );
  const times = 2;
  const plans: { deposit: string[]; call: Call; again: Call; after: string[] }[] = [
    ...same.slice(0, 30),
    ...crossed.slice(0, 15),
  ];
  const setups = setupsWithTokens(victim);
  return plans.flatMap(({ deposit, call, again, after }) =>
    setups.map((setup) => ({
      findingId: finding.id,
      explanation: `Reentrancy: the attacker's contract calls ${nameOf(again)} again while ${nameOf(call)} is still paying it, and receives more than it put in.`,
      goals: ["ether", "tokens", "shares"] as Goal[],
      setup,
      attack: [
        ...deposit,
        `attacker.reenter(${targetOf(again)}, ${writeData(again)}, ${times});`,
        by("attacker", call),
        ...after,
      ],
      control: [
        ...deposit,
        by("attacker", call),
        ...Array.from({ length: times }, () => by("attacker", again)),
        ...after,
      ],
      controlName: "the same calls, one after the other",
    })),
  );
}

function takeOver(victim: Victim, finding: Finding): Scenario[] {
  const amounts = ["5 ether", "address(victim).balance", "0"];
  const named = namedFunctions(victim, finding);
  const first = named.flatMap((called) => callsOf(called, amounts, 24).map((call) => ({ called, call })));
  const followers = victim.functions.filter((called) => !named.includes(called) || named.length > 1);
  const plans = [
    ...first.map(({ called, call }) => ({ called, lines: [by("attacker", call)], control: [] as string[] })),
    ...first.slice(0, 4).flatMap(({ called, call }) =>
      followers.flatMap((next) =>
        callsOf(next, amounts, 2).map((then) => ({
          called,
          lines: [by("attacker", call), by("attacker", then)],
          control: [by("attacker", then)],
        })),
      ),
    ),
  ];
  return plans.slice(0, 60).flatMap(({ called, lines, control }) =>
    honestSetups(victim).flatMap((setup) =>
      [true, false].map((isUsedByOwner) => ({
        findingId: finding.id,
        explanation: `Access control: ${called.name} lets an attacker who has no role and no deposit take what belongs to others.`,
        // If the owner used the function first, whatever is taken was somebody's. Else only a role that was.
        goals: (isUsedByOwner ? ["ether", "tokens", "ownership"] : ["ownership"]) as Goal[],
        minimumShare: 25n,
        setup: isUsedByOwner && !called.isPayable ? [...setup, ownersUse(called)] : setup,
        attack: lines,
        control,
        controlName:
          control.length === 0
            ? "an attacker who does nothing"
            : `the same without the call of ${called.name}`,
      })),
    ),
  );
}

function ownersUse(called: VictimFunction): ActorCall {
  return {
    ...honestCall(called, "owner", "0"),
    args: called.inputs.map((input) =>
      input.type === "address" ? "owner" : honestArgument(input, "owner", "0"),
    ),
  };
}

function lureOwner(victim: Victim, finding: Finding): Scenario[] {
  return honestSetups(victim).flatMap((setup) =>
    namedFunctions(victim, finding)
      .flatMap((called) => callsOf(called, ["5 ether", "address(victim).balance"], 12))
      .map((call) => ({
        findingId: finding.id,
        explanation: `Authentication by tx.origin: the owner calls the attacker's contract, which then acts as the owner in ${nameOf(call)}.`,
        goals: ["ether", "tokens", "ownership"] as Goal[],
        setup,
        attack: ["vm.prank(owner, owner);", by("attacker", call)],
        control: [by("attacker", call)],
        controlName: "the attacker calls it without the owner",
      })),
  );
}

function mintForNothing(victim: Victim, finding: Finding): Scenario[] {
  return namedFunctions(victim, finding)
    .flatMap((called) => callsOf(called, ["1_000_000 ether"], 4))
    .map((call) => ({
      findingId: finding.id,
      explanation: `Open mint: anyone can create tokens with ${nameOf(call)}, which makes the tokens of all others worthless.`,
      goals: ["shares"] as Goal[],
      setup: [],
      attack: [by("attacker", call)],
      control: [],
      controlName: "an attacker who does nothing",
    }));
}

function replaceCode(_victim: Victim, finding: Finding): Scenario[] {
  const upgrade: Call = {
    signature: "upgradeToAndCall(address,bytes)",
    args: ["address(attacker)", `abi.encodeWithSignature("drain(address)", attacker)`],
  };
  const deployProxy = [
    "victim = payable(new Proxy(victim));",
    writeCall({ by: "alice", signature: "", args: [], value: "5 ether" }),
  ];
  return [
    {
      findingId: finding.id,
      explanation:
        "Open upgrade: anyone can replace the code of a proxy, and the new code sends its Ether away.",
      goals: ["ether"],
      setup: [],
      attack: [...deployProxy, by("attacker", upgrade)],
      control: deployProxy,
      controlName: "an attacker who does nothing",
    },
  ];
}

function gamble(victim: Victim, finding: Finding): Scenario[] {
  const named = namedFunctions(victim, finding);
  const games = [...named, ...victim.functions.filter((called) => !named.includes(called))];
  const bets = games
    .filter(({ isPayable }) => isPayable)
    .slice(0, 4)
    .flatMap((called) =>
      payments(victim).map((value) => ({
        called,
        value,
        args: called.inputs.map((input) =>
          /^uint\d*$/.test(input.type) ? `${input.type}(i)` : honestArgument(input, "address(attacker)"),
        ),
      })),
    );
  const play = ({ called, value, args }: (typeof bets)[number]) =>
    `attacker.gamble(victim, ${value}, ${writeData({ signature: signatureOf(called), args })})`;
  return bets.flatMap((bet) =>
    honestSetups(victim).map((setup) => ({
      findingId: finding.id,
      explanation: `Weak randomness: the result of ${bet.called.name} is known in the same transaction, so the attacker undoes every bet that does not win, and never pays for one.`,
      goals: ["ether"] as Goal[],
      setup,
      attack: [
        `for (uint256 i; i < 256; i++) {
    vm.roll(1_000_001 + i);
    vm.warp(1_700_000_012 + 12 * i);
    vm.prevrandao(keccak256(abi.encode(i)));
    if (${play(bet)}) break;
}`,
      ],
      control: [`uint256 i;\n${play(bet)};`],
      controlName: "a single bet",
    })),
  );
}

function payWithNothing(victim: Victim, finding: Finding): Scenario[] {
  return honestSetups(victim).flatMap((setup) =>
    namedFunctions(victim, finding).flatMap((called) =>
      callsOf(called, ["5 ether"], 4).flatMap((pay) =>
        victim.functions
          .filter((other) => other !== called)
          .flatMap((other) =>
            callsOf(other, ["5 ether"], 2).map((take) => ({
              findingId: finding.id,
              explanation: `Unchecked transfer: ${called.name} credits a payment although the token returned false and nothing moved; ${other.name} then pays out the tokens of others.`,
              goals: ["tokens", "ether"] as Goal[],
              setup,
              attack: [by("attacker", pay), by("attacker", take)],
              control: [by("attacker", take)],
              controlName: `the same without the call of ${called.name}`,
            })),
          ),
      ),
    ),
  );
}

function inflateShares(victim: Victim, finding: Finding): Scenario[] {
  const setup = [...giveTokens("attacker"), ...giveTokens("alice")];
  const donate = by("attacker", {
    to: "token",
    signature: "transfer(address,uint256)",
    args: ["victim", "10 ether"],
  });
  return namedFunctions(victim, finding).flatMap((called) => {
    const deposit = (actor: "attacker" | "alice", amount: string) =>
      by(actor, {
        signature: signatureOf(called),
        args: called.inputs.map((input) =>
          honestArgument(input, actor === "attacker" ? "address(attacker)" : actor, amount),
        ),
      });
    return victim.functions
      .filter((other) => other !== called)
      .flatMap((other) =>
        callsOf(other, ["1"], 2).map((take) => ({
          findingId: finding.id,
          explanation: `Share inflation: the attacker is the first to deposit, gives tokens to the contract so that the next deposit is rounded down to no shares, and takes that deposit with ${other.name}.`,
          goals: ["tokens"] as Goal[],
          setup,
          attack: [deposit("attacker", "1"), donate, deposit("alice", "10 ether"), by("attacker", take)],
          control: [deposit("attacker", "1"), deposit("alice", "10 ether"), by("attacker", take)],
          controlName: "the same deposits without the gift",
        })),
      );
  });
}

function movePrice(victim: Victim, finding: Finding): Scenario[] {
  const named = namedFunctions(victim, finding);
  return ownDeposits(victim).flatMap(({ lines, amount }) =>
    [["buy0(uint112)", "buy1(uint112)"] as const, ["buy1(uint112)", "buy0(uint112)"] as const].flatMap(
      ([swap, swapBack]) =>
        named
          .flatMap((called) => callsOf(called, [amount, "3 ether"], 3))
          .map((call) => ({
            findingId: finding.id,
            explanation: `Price manipulation: ${nameOf(call)} is refused at the pool's fair price, and accepted right after the attacker traded in the pool. The attacker then trades back.`,
            goals: ["ether", "tokens", "acceptance"] as Goal[],
            setup: [],
            attack: [
              ...lines,
              by("attacker", { to: "pool", signature: swap, args: ["9_000 ether"] }),
              `accepted = ${by("attacker", call)}`,
              by("attacker", { to: "pool", signature: swapBack, args: ["900 ether"] }),
            ],
            control: [...lines, `accepted = ${by("attacker", call)}`],
            controlName: "the same at the fair price",
          })),
    ),
  );
}

function nameOf({ signature }: Call): string {
  return signature.slice(0, signature.indexOf("("));
}
