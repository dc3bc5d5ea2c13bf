import { isAnswered } from "../history.ts";
import { type Check, exchangesOf, type Finding } from "./check.ts";

const endedIsRefused: Check = {
  name: "revoked key is refused by every process",
  find: ({ history }) =>
    history.exchanges.flatMap(({ step, status, requestId, api, operation }): Finding[] =>
      step === "use ended key" && status === 200
        ? [
            {
              message: `${requestId} was served by api-${api + 1} with a revoked key`,
              operations: [operation],
            },
          ]
        : [],
    ),
};

const validIsAccepted: Check = {
  name: "valid key is never refused",
  find: ({ history }) =>
    history.exchanges.flatMap(({ step, status, requestId, api, operation }): Finding[] =>
      step !== "use ended key" && status === 401
        ? [
            {
              message: `${requestId} was refused by api-${api + 1} with a valid key`,
              operations: [operation],
            },
          ]
        : [],
    ),
};

const changeIsStored: Check = {
  name: "key change is what the owner was told",
  find: ({ history, keys }) =>
    history.operations.flatMap((operation): Finding[] => {
      if (operation.kind !== "key") return [];
      const [created] = exchangesOf(history, operation.id, "create key").filter(isAnswered);
      const [revoked] = exchangesOf(history, operation.id, "revoke key").filter(isAnswered);
      if (!created) return [];
      const { id } = JSON.parse(created.body) as { id: string };
      const found = keys.find(({ key_id }) => key_id === id);
      if (!found)
        return [{ message: `key ${id} was created and does not exist`, operations: [operation.id] }];
      // A replaced key keeps its id and gets another secret.
      if (revoked && !found.isRevoked)
        return [{ message: `key ${id} was revoked and is active`, operations: [operation.id] }];
      return [];
    }),
};

export const keyChecks = [endedIsRefused, validIsAccepted, changeIsStored];
