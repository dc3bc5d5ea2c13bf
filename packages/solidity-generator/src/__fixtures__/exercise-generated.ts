import type { CompiledSource } from "../compile-source.ts";
import { planSchema } from "../plan.ts";
import { findPlanLine } from "../writing/solidity-file.ts";
import { deployGenerated } from "./deploy-generated.ts";
import { type Laboratory, observe } from "./evaluate.ts";
import { exerciseService, exercises, placeToken, type ServiceParts } from "./exercise-services.ts";

/** Deploys a generated contract on a chain and uses it as its kind is meant to be used. Throws if it misbehaves. */
export async function exerciseGenerated(
  { source, contract }: CompiledSource,
  laboratory: Laboratory,
  parts: ServiceParts,
): Promise<void> {
  const plan = planSchema.parse(JSON.parse(findPlanLine(source) ?? ""));
  const { chain } = laboratory;
  if (exercises[plan.kind]) return exerciseService(chain, parts, contract, plan);
  await chain.isolated(async () => {
    if (plan.token) await placeToken(chain, await chain.deploy(parts.Token), plan.token);
    await observe(plan.kind, await deployGenerated(chain, contract, laboratory.parts), laboratory);
  });
}
