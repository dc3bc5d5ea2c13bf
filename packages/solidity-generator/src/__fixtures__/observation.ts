import type { ExpectedContract } from "./prompts.ts";
import type { CallOptions, Instance, TestChain } from "./test-chain.ts";

/** The observed behaviour of a contract, in the terms of `ExpectedContract`. */
export type Observation = Omit<ExpectedContract, "kind">;

export function createObservation() {
  const features: string[] = [];
  const settings: Record<string, number | string> = {};
  return {
    features,
    settings,
    note(feature: string, isSeen: boolean) {
      if (isSeen) features.push(feature);
    },
  };
}

/** Whether the owner's call succeeds and another account's call reverts. */
export async function isRestricted(
  chain: TestChain,
  contract: Instance,
  name: string,
  args: unknown[] = [],
  options: CallOptions = {},
): Promise<boolean> {
  const [, , , stranger] = chain.strangers;
  const byStranger = await chain.isolated(() =>
    contract.does(name, args, { ...options, ...(stranger && { from: stranger }) }),
  );
  const byOwner = await chain.isolated(() => contract.does(name, args, options));
  return byOwner && !byStranger;
}

/** Whether pausing blocks an action, unpausing allows it again, and only the owner can do both. */
export async function isPausable(
  chain: TestChain,
  contract: Instance,
  action: () => Promise<boolean>,
): Promise<boolean> {
  if (!(await isRestricted(chain, contract, "pause"))) return false;
  return chain.isolated(async () => {
    await contract.does("pause");
    const isStopped = !(await chain.isolated(action));
    await contract.does("unpause");
    return isStopped && (await action());
  });
}

/** Finds the smallest number for which a condition is true. */
export async function findFirst(
  from: bigint,
  to: bigint,
  holds: (value: bigint) => Promise<boolean>,
): Promise<bigint> {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) / 2n;
    if (await holds(middle)) high = middle;
    else low = middle + 1n;
  }
  return low;
}

/** Observes the access control by transferring the permission and using it. */
export async function observeAccess(
  chain: TestChain,
  contract: Instance,
  action: (from: `0x${string}`) => Promise<boolean>,
  role: string,
): Promise<ExpectedContract["access"]> {
  const [heir] = chain.strangers;
  if (!heir) throw new Error("the chain has no accounts");
  return chain.isolated(async () => {
    if (await action(heir)) return undefined;
    if (contract.has("hasRole") && contract.has(role)) {
      await contract.does("grantRole", [await contract.read(role), heir]);
      return (await action(heir)) ? "roles" : undefined;
    }
    if (contract.has("authority")) return "managed";
    await contract.does("transferOwnership", [heir]);
    return (await action(heir)) && !(await action(chain.deployer)) ? "ownable" : undefined;
  });
}
