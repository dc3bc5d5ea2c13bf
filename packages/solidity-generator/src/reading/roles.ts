import type { ContractKind } from "../plan.ts";

/** Who may do what in a contract of a kind: the words for a role, and the stems of the verbs that it may do. */
const rolesByKind: Partial<Record<ContractKind, [actors: string, verbs: string][]>> = {
  escrow: [
    ["buyer|client", "deposit|pay|releas|confirm|approv|open|send"],
    ["seller|freelancer", "refund"],
    ["arbit\\w+|mediator|third[ -]party", "releas|refund|settl|resolv|decid"],
  ],
  milestones: [
    ["buyer|client", "deposit|pay|releas|approv|open|creat"],
    ["seller|freelancer|contractor", "cancel"],
  ],
  auction: [
    ["seller|owner|creator", "start|sell"],
    ["bidder|user|people|participant|loser", "bid|withdraw|refund|pay|send"],
    ["winner", "pay"],
  ],
  dutchAuction: [
    ["seller|owner", "start|sell|cancel"],
    ["buyer|user|people|anyone", "buy|pay"],
  ],
  raffle: [
    ["user|people|player|participant|anyone|everyone", "buy|enter|pay|draw"],
    ["winner", "take|claim|withdraw|collect"],
    ["owner|admin", "start"],
  ],
  crowdfunding: [
    ["owner|creator|organi[sz]er", "withdraw|take|claim|collect|start"],
    [
      "backer|contributor|funder|donor|user|people|anyone|everyone|participant",
      "contribut|pledg|fund|donat|refund|claim|pay|send",
    ],
  ],
  bounty: [
    ["poster|owner|creator", "post|award|pay|cancel|choos|select|pick|creat"],
    ["hunter|user|people|anyone|everyone", "submit|post|creat"],
  ],
  stream: [
    ["sender|employer", "open|cancel|pay|start|creat|send|deposit|fund"],
    ["recipient|receiver|employee", "withdraw|cancel|claim"],
  ],
  subscription: [
    ["user|people|customer|member|subscriber|anyone", "pay|subscrib|renew"],
    ["owner", "withdraw|take|claim|collect"],
  ],
  hashTimelock: [
    ["sender", "lock|refund|open|deposit|send"],
    ["receiver|recipient", "claim|withdraw|reveal"],
  ],
  ticketSale: [
    ["user|people|buyer|anyone|everyone|participant", "buy|pay|transfer"],
    ["owner|organi[sz]er|creator", "withdraw|take|claim|collect|sell|check"],
  ],
  marketplace: [
    ["seller", "list|sell|cancel|accept"],
    ["buyer", "buy|pay|offer"],
    ["user|people|anyone", "list|sell|cancel|buy|pay|trad"],
  ],
  donations: [
    ["user|people|donor|anyone|everyone", "donat|send|pay"],
    ["owner", "withdraw|take|claim|collect"],
  ],
  inheritance: [["heir|kids|children|wife|family|beneficiar\\w+", "claim|withdraw|receiv"]],
  bank: [["user|people|anyone|everyone|account", "deposit|withdraw|check|send"]],
  vault: [["user|people|anyone", "deposit|withdraw|redeem"]],
  staking: [["user|people|holder|staker", "stak|unstak|deposit|withdraw|claim|earn"]],
  nftStaking: [["user|people|holder", "stak|unstak|withdraw|claim|earn"]],
};

const actions =
  `releas|refund|withdraw|cancel|claim|draw|pick|choos|select|settl|clos|end|stop|start|extend|approv|confirm|reject|
decid|resolv|vot|bid|buy|sell|pay|deposit|send|award|submit|post|transfer|take|collect|reveal|creat|contribut|pledg|donat|stak|
lock|execut|propos|set|chang|list|accept|offer|enter|open`.replaceAll("\n", "");

const everyActor =
  "owner|admin|creator|deployer|organi[sz]er|buyer|client|seller|freelancer|contractor|arbiter|bidder|winner|loser|backer|contributor|funder|donor|poster|hunter|sender|employer|recipient|receiver|employee|customer|subscriber|user|people|player|participant|anyone|everyone|member|heir|beneficiary|holder|staker|account";
const modal =
  "(?:can|may|must|should|will|could|has to|have to|is able to|are able to|is allowed to|are allowed to)?";

/** Finds actions that a request gives to someone who cannot do them in a contract of this kind. */
export function findForeignActions(text: string, kind: ContractKind): { start: number; end: number }[] {
  const roles = rolesByKind[kind];
  if (!roles) return [];
  const pattern = new RegExp(
    String.raw`\b(${everyActor}|${roles.map(([actors]) => actors).join("|")})s? ${modal} ?(?:only |also |then |always )?((?:${actions})\w*)|\b((?:${actions})\w*) by (?:the |an? )?(${everyActor})s?\b`,
    "gi",
  );
  return Array.from(text.matchAll(pattern)).flatMap((match) => {
    const actor = match[1] ?? match[4] ?? "";
    const verb = match[2] ?? match[3] ?? "";
    const isAllowed = roles.some(
      ([actors, verbs]) =>
        new RegExp(`^(?:${actors})s?$`, "i").test(actor) && new RegExp(`^(?:${verbs})`, "i").test(verb),
    );
    return isAllowed ? [] : [{ start: match.index, end: match.index + match[0].length }];
  });
}
