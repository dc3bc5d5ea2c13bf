import { honestArgument, payments } from "./arguments.ts";
import type { ActorCall } from "./scenario.ts";
import { signatureOf, type Victim, type VictimFunction } from "./victim.ts";

const setterName = /^_?(?:set|init|change|update|propose|add|register|approve|allow)/i;
const ending = /kill|destroy|renounce|withdraw|stop|pause|end|close/i;
const tokenDeposit = /deposit|stake|join|lock|supply|enter|put|fund/i;
const ownerWords = /owner|admin|govern|creator|keeper/i;

/** What honest users do before an attack: once with the owner's settings, and once without them. */
export function honestSetups(victim: Victim): ActorCall[][] {
  const deposits = [...tokenBalances(victim), ...etherDeposits(victim), ...tokenDeposits(victim)];
  const settings = ownerSettings(victim);
  return settings.length === 0 ? [deposits] : [[...settings, ...deposits], deposits];
}

export function usesTokens({ constructorInputs, functions }: Victim): boolean {
  return [...constructorInputs, ...functions.flatMap(({ inputs }) => inputs)].some(
    ({ name, internalType = "" }) => internalType.startsWith("contract ") || /token|asset/i.test(name),
  );
}

function tokenBalances(victim: Victim): ActorCall[] {
  if (!usesTokens(victim)) return [];
  return [...giveTokens("alice"), ...giveTokens("bob")];
}

export function giveTokens(by: ActorCall["by"]): ActorCall[] {
  const to = "token";
  return [
    {
      by,
      to,
      signature: "mint(address,uint256)",
      args: [by === "attacker" ? "address(attacker)" : by, "20 ether"],
    },
    { by, to, signature: "approve(address,uint256)", args: ["victim", "20 ether"] },
  ];
}

function etherDeposits(victim: Victim): ActorCall[] {
  const payable = victim.functions.filter(({ isPayable }) => isPayable).slice(0, 3);
  if (payable.length === 0 && !victim.takesEther) {
    return [{ by: "alice", signature: "sponsor", args: [] }];
  }
  const amounts = ["5 ether", ...payments(victim)];
  const calls = payable.flatMap((called) =>
    amounts.flatMap((value) =>
      (["alice", "bob"] as const).map((by) => ({ ...honestCall(called, by, value), value })),
    ),
  );
  if (!victim.takesEther) return calls;
  return [...calls, { by: "alice", signature: "", args: [], value: "5 ether" }];
}

function tokenDeposits(victim: Victim): ActorCall[] {
  if (!usesTokens(victim)) return [];
  return [
    ...victim.functions
      .filter(({ name, isPayable }) => tokenDeposit.test(name) && !isPayable)
      .slice(0, 2)
      .map((called) => honestCall(called, "alice", "5 ether")),
    {
      by: "alice",
      to: "token",
      signature: "send(address,uint256,bytes)",
      args: ["victim", "10 ether", `""`],
    },
  ];
}

/** Settings with one address: the owner's own for a role, else a contract. */
function ownerSettings({ functions }: Victim): ActorCall[] {
  return functions
    .filter(
      ({ name, inputs, isPayable }) =>
        setterName.test(name) &&
        !ending.test(name) &&
        !isPayable &&
        inputs.length === 1 &&
        inputs[0]?.type === "address",
    )
    .slice(0, 4)
    .map((called) =>
      ownerWords.test(called.name)
        ? { by: "owner", signature: signatureOf(called), args: ["owner"] }
        : honestCall(called, "owner"),
    );
}

export function honestCall(called: VictimFunction, by: ActorCall["by"], amount?: string): ActorCall {
  return {
    by,
    signature: signatureOf(called),
    args: called.inputs.map((input) => honestArgument(input, by, amount)),
  };
}
