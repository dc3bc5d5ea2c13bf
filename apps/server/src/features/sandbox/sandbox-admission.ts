import { type Centicredits, fromCredits } from "@mintwright/api-contract";
import type { Database } from "../../platform/database/database.ts";
import type { AdmissionService } from "../admission/index.ts";
import { grantCredits } from "../credits/index.ts";
import { currentHandling } from "./handling.ts";

/** Initial credits, and the amount that is added when they run out. */
export const firstCredits: Centicredits = fromCredits(1_000);

/** Admission that adds credits instead of refusing, unless a fault asks for a refusal. */
export function createSandboxAdmission(admission: AdmissionService, database: Database): AdmissionService {
  return {
    async admit(request) {
      const handling = currentHandling.getStore();
      const rateLimited = handling?.find("rate_limited");
      const isExhausted = handling?.find("credits_exhausted") !== undefined;
      if (rateLimited || isExhausted) {
        const { idempotency, ...rest } = request;
        const admitted = await admission.admit({ ...rest, price: 0 });
        if (admitted.verdict === "unknown_key") return admitted;
        if (!rateLimited) return { ...admitted, verdict: "insufficient_credits", balance: 0 };
        const { retryAfterInSeconds } = rateLimited;
        return {
          ...admitted,
          verdict: "rate_limited",
          rate: { ...admitted.rate, remaining: 0, retryAfterInSeconds },
        };
      }
      for (;;) {
        const admitted = await admission.admit(request);
        if (admitted.verdict !== "insufficient_credits") return admitted;
        const amount = Math.max(firstCredits, request.price);
        await grantCredits(database, admitted.accountId, amount, "added by the sandbox");
        handling?.say("credits=added");
      }
    },
  };
}
