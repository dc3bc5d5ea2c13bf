import { isAnswered } from "../history.ts";
import { mintPrice } from "../installation.ts";
import { type Check, exchangesOf, type Finding, sumEntries } from "./check.ts";

const mintedOnce: Check = {
  name: "token is minted once",
  find: ({ minted, mints }) => {
    const twice = mints.flatMap(({ collection_id, number, token_uri, state }): Finding[] => {
      const times = minted.filter(({ uri }) => uri === token_uri).length;
      if (times === (state === "minted" ? 1 : 0)) return [];
      return [
        {
          message: `token ${number} of ${collection_id} is ${state} and on the chain ${times} times`,
          operations: [],
        },
      ];
    });
    const repeated = minted.filter(
      ({ uri }, index) => minted.findIndex((each) => each.uri === uri) !== index,
    );
    return [...twice, ...repeated.map(({ uri }) => ({ message: `${uri} was minted again`, operations: [] }))];
  },
};

const acceptedIsMinted: Check = {
  name: "accepted mint ends minted and paid once",
  find: (facts) =>
    facts.history.operations.flatMap((operation): Finding[] => {
      if (operation.kind !== "mint") return [];
      const exchanges = exchangesOf(facts.history, operation.id, "mint");
      const accepted = exchanges.find(isAnswered);
      if (!accepted) return [];
      const { tokens } = JSON.parse(accepted.body) as { tokens: { id: number; tokenURI: string }[] };
      const open = tokens.filter(
        ({ tokenURI }) =>
          !facts.mints.some(({ token_uri, state }) => token_uri === tokenURI && state === "minted"),
      );
      const captured = sumEntries(
        facts,
        "capture",
        exchanges.map(({ requestId }) => requestId),
      ).amount;
      const problems: string[] = [];
      if (open.length > 0) problems.push(`tokens ${open.map(({ id }) => id)} are not minted`);
      if (captured !== (tokens.length - open.length) * mintPrice)
        problems.push(`${tokens.length - open.length} tokens were minted and ${captured} was paid`);
      return problems.map((problem) => ({
        message: `operation ${operation.id}: ${problem}`,
        operations: [operation.id],
      }));
    }),
};

/** A transaction may mint many tokens, and a better paid one may replace it. Both have the nonce, and the same tokens. */
const nonceOfOneBatch: Check = {
  name: "nonce belongs to one batch",
  find: ({ signed }) =>
    [...Map.groupBy(signed, ({ nonce }) => nonce)].flatMap(([nonce, ofNonce]): Finding[] => {
      const batches = [...Map.groupBy(ofNonce, ({ hash }) => hash).values()].map((tokens) =>
        tokens
          .map(({ collection_id, number }) => `${number} of ${collection_id}`)
          .sort()
          .join(", "),
      );
      if (new Set(batches).size === 1) return [];
      return [{ message: `nonce ${nonce} was used for ${batches.join(" and for ")}`, operations: [] }];
    }),
};

const knownTransactions: Check = {
  name: "every transaction on the chain is known",
  find: ({ signed, minted, sentCount }) => {
    const known = new Set(signed.map(({ hash }) => hash));
    const unknown = minted.filter(({ hash }) => !known.has(hash));
    // The first nonce deployed the contract.
    const nonces = new Set(signed.map(({ nonce }) => nonce)).size + 1;
    return [
      ...unknown.map(({ hash }) => ({
        message: `${hash} minted a token and is not in the database`,
        operations: [],
      })),
      ...(sentCount === nonces
        ? []
        : [
            {
              message: `the chain has ${sentCount} transactions of the wallet, the database ${nonces} nonces`,
              operations: [],
            },
          ]),
    ];
  },
};

export const mintingChecks = [mintedOnce, acceptedIsMinted, nonceOfOneBatch, knownTransactions];
