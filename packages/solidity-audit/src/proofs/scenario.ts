/** What the attacker must gain for a scenario to be a loss. */
export type Goal = "ether" | "tokens" | "shares" | "ownership" | "acceptance";

/** A call of the victim or the token. Arguments and value are Solidity expressions. */
export interface Call {
  to?: "victim" | "token" | "pool";
  /** Empty for a plain transfer of Ether. */
  signature: string;
  args: readonly string[];
  value?: string;
}

export interface ActorCall extends Call {
  by: "owner" | "alice" | "bob" | "attacker" | "accomplice";
}

/** An attack, and a control that leaves out what makes it an attack. */
export interface Scenario {
  findingId: string;
  /** What the attack shows if it works. */
  explanation: string;
  goals: readonly Goal[];
  /** Calls of honest users before the attack. Calls that fail in the search are left out of the proof. */
  setup: readonly ActorCall[];
  /** The part of the victim's Ether, in percent, that must be lost. A small payment to everyone may be intended. */
  minimumShare?: bigint;
  attack: readonly string[];
  control: readonly string[];
  /** What the control does, for the reader of the test. */
  controlName: string;
}

/** Solidity that makes the call. */
export function writeCall({ by, ...call }: ActorCall): string {
  const target = targetOf(call);
  const data = writeData(call);
  const value = call.value ?? "0";
  return by === "attacker" || by === "accomplice"
    ? `${by}.run(${target}, ${value}, ${data});`
    : `call(${by}, ${target}, ${value}, ${data});`;
}

export function targetOf({ to = "victim" }: Pick<Call, "to">): string {
  return to === "victim" ? "victim" : `address(${to})`;
}

export function writeData({ signature, args }: Pick<Call, "signature" | "args">): string {
  if (signature === "") return `""`;
  return `abi.encodeWithSignature(${[JSON.stringify(signature), ...args].join(", ")})`;
}
