import { type ContractKind, type ContractPlan, has } from "../plan.ts";

type Phrases = (plan: ContractPlan) => (string | false)[];

const lasts =
  "lasting|lasts?|runs?(?: for)?|open(?: for)?|ends? (?:after|in)|duration|deadline|within|period|over|after";
const people =
  "people|users?|anyone|everyone|everybody|anybody|participants?|players?|members?|accounts?|each (?:user|account|address|person)";
const owner = "(?:the |an? )?(?:contract )?(?:owner|admin|deployer|creator|organi[sz]er)";
const ownerWithdraws = `${owner} (?:can |may )?(?:withdraws?|takes?|claims?|collects?)(?: all| the)*(?: funds?| money| proceeds| fees?| eth(?:er)?| donations?| payments?)?|withdraw(?:al)?s? (?:only )?by ${owner}|only ${owner} can withdraw(?: funds| them| it)?`;
const ether = "eth|ether|money|funds?";
const oneToken = "(?:for |of |in )?(?:my|our|an?|the|own)? ?(?:erc-?\\s?20 )?tokens?";

/** What the contracts of these kinds do in any case, in the words of requests. */
export const serviceVocabulary = {
  auction: (plan) => [
    `english|ascending|nfts?|erc-?721|${lasts}`,
    "highest bid(?:der)?(?: wins?)?(?: it| the nft)?|bid(?:s|ders?|ding)?|outbid|wins?|winner|seller|sells?|selling",
    "(?:outbid )?(?:bidders?|users?|people|losers?) (?:can |get |are )?(?:refund\\w*|withdraw\\w*)(?: their)?(?: money| bids?| funds| ether| eth)?(?: back)?|refund(?:s|ed)?(?: for)?(?: losing| outbid)?(?: bidders?)?|withdraw\\w*",
    people.replace("|members?", ""),
    plan.settings.reserve !== undefined &&
      "(?:reserve|starting|start|minimum|min|opening|floor)(?: price| bid)?|(?:starts?|starting) at|price",
    plan.settings.increment !== undefined &&
      "(?:minimum |min )?(?:bid )?(?:increments?|steps?)|higher|each bid(?: must be)?|at least",
  ],
  dutchAuction: () => [
    `one|nfts?|erc-?721|${lasts}|sells?|selling|buy(?:s|er|ers)?|prices?|(?:price )?(?:falls?|drops?|decreas\\w*|declin\\w*|goes down|starts?|starting|linearly)(?: at| from| to)?|from|down to|until (?:someone|somebody) buys(?: it)?|${ether}`,
  ],
  raffle: (plan) => [
    `${people}|buy(?:s|ing)?|enters?|tickets?|random(?:ly)?(?: chosen| selected| picked)?|randomness|winners?|one winner|wins?|takes?|gets?|(?:the |whole |entire |all )*(?:pot|prize|pool|jackpot)|draw(?:s|n)?|pick(?:s|ed)?|chosen|selected|chainlink|vrf|fair|price|costs?|each|per ticket|${ether}`,
    plan.settings.duration !== undefined && lasts,
  ],
  crowdfunding: (plan) => [
    `goal|target|raise[sd]?|contribut\\w*|pledg\\w*|back(?:s|ers?)?|fund(?:s|ing|ers?)?|donat\\w*|${people}|${ether}|project|campaign|creator|get|min(?:imum)?`,
    `refunds?(?: for everyone)?|refunded|(?:get |gets )?(?:their )?(?:money|funds|contributions?) back|if (?:the |its )?(?:goal|target) (?:is|was|isn't|is not|isnt)(?: not)? (?:met|reached)|not (?:met|reached)|met|reached|otherwise|fails?|${ownerWithdraws}`,
    plan.settings.duration !== undefined && lasts,
  ],
  voting: (plan) => [
    `vot(?:e|es|ing|ers?)|ballots?|elections?|polls?|candidates?|options?|proposals?|results?|winners?|most votes|leader|count(?:s|ed|ing)?|on-?chain`,
    `${owner} (?:can |may )?(?:adds?|creates?|registers?) (?:the )?(?:candidates?|options?|proposals?)`,
    "(?:everyone|everybody|anyone|each (?:person|address|user|account|wallet|voter)|people|users?|every (?:address|account|wallet|user|person)|one (?:address|person|account|wallet))(?: (?:can|may))?(?: only)? votes?(?: only)?(?: once)?|(?:only )?once|one vote per (?:address|person|account|wallet|user)|one vote each|no double voting",
    has(plan, "registration") && `registered|registers?|voters?|only|${owner}`,
    plan.settings.duration !== undefined && lasts,
  ],
  wrappedEther: () => [
    `wrap(?:s|ped|ping)?|unwrap(?:s|ping)?|weth|weth9|erc-?20|tokens?|deposit(?:s|ing)?|withdraw(?:s|al|ing)?|mints?|burns?|1:1|one to one|backed by|${ether}`,
  ],
  faucet: (plan) => [
    `gives?(?: out)?|giving(?: out)?|sends?|distribut\\w*|drips?|request\\w*|claim\\w*|test(?:net)?|limit(?:ed)?|cooldown|per (?:address|user|wallet|account|person)|each (?:address|user|wallet|account)|${people}|get|every`,
    !has(plan, "etherPayment") && "erc-?\\s?20|tokens?|coins?",
    has(plan, "etherPayment") && ether,
  ],
  subscription: (plan) => [
    `subscri\\w*|pay(?:s|ments?|ing)?|paid|${people}|customers?|service|plan|fee|price|costs?|membership|active|access|check(?:s)?|${ownerWithdraws}`,
    has(plan, "tokenPayment") && "erc-?20|tokens?|stable\\s?coins?",
    !has(plan, "tokenPayment") && ether,
  ],
  registry: () => [
    `names?|domains?|usernames?|registr\\w*|register(?:s|ed|ing)?|like ens|ens|first come,? first served?|fees?|price|costs?|renew\\w*|expir\\w*|resolv\\w*|address(?:es)?|own(?:s|ers?|ership)?|transfer(?:s|able)?|map(?:s|ping)?|${people}|pay(?:s|ing)?|${ether}|rent(?:s|ed|al)?`,
  ],
  commitReveal: () => [
    `schemes?|commits?|reveals?|commitments?|phases?|hash(?:es|ed)?|secret|values?|salt|${people}|${lasts}|then|later`,
  ],
  inheritance: () => [
    `will|heirs?|inherit\\w*|dead ?man'?s? switch|crypto|${ether}|owner|me|my|family|kids|children|wife|beneficiar(?:y|ies)`,
    "(?:can |may )?(?:claims?|withdraws?|get|receives?)(?: it| the funds| (?:my|the) (?:funds|ether|eth|money))?|pings?|check(?:s|ing)?[ -]?in|heartbeat|alive|sign of life|inactiv(?:e|ity)|activ(?:e|ity)|no activity",
    "(?:if|when|unless) (?:i|the owner|owner)? ?(?:do not|don't|dont|does not|doesn't|doesnt|fail to|fails to|have not|haven't|has not|hasn't|am|is|are)? ?(?:not )?(?:ping(?:ed)?|check(?:ed)? in|respond(?:ed)?|inactive)|do(?:es)? not|don't|doesn't|dies?|passes away|every|after|for|within",
  ],
  storage: (plan) => [
    "stor(?:e|es|ed|age|ing)|get(?:s|ter)?|set(?:s|ter)?|retriev\\w*|read(?:s|ing)?|return(?:s|ing)?|writ(?:e|es|ing)|value|sav(?:e|es|ed)|variable|data|anyone|everyone|it|later",
    !has(plan, "text") && "number|integer|uint\\d*",
    has(plan, "text") && "strings?|texts?|messages?",
    has(plan, "ownerOnly") && "(?:can |may )?(?:set|change|update|write|store)",
  ],
  savings: (plan) => [
    `piggy\\s?-?bank|sav(?:e|es|ing|ings)|wallets?|deposit\\w*|${ether}|accounts?|hold(?:s|ing)?|keep(?:s)?|time-?\\s?lock(?:ed)?`,
    "(?:which |that )?only (?:i|me|the owner|owner)(?: can| may)? (?:break|open|withdraw|empty|take|smash)\\w*(?: (?:it|from it|from|the (?:money|funds|ether)))?|(?:lets? |allows? )?(?:me|owner|the owner)(?: to| can)? withdraw|i can withdraw|by (?:me|the owner|owner)|anyone can (?:deposit|send|add|put in)(?: eth| ether| money| funds)?|withdraw(?:s|al|als|ing|n)?|break(?:s|ing)?",
    plan.settings.lock !== undefined &&
      "(?:only )?(?:after|until|for|before)|lock(?:s|ed|ing)?|unlock(?:s|ed)?|not before",
    plan.settings.goal !== undefined &&
      "opens?|breaks?|goal|target|once|when|reach(?:es|ed)?|has|holds?|until|at least|balance",
  ],
  todo: () => [
    `to-?\\s?do(?:s| list| app)?|tasks?|items?|lists?|on-?chain|${people}|their|add(?:s|ing)?|creat\\w*|complet\\w*|toggl\\w*|mark\\w*|done|finished|delet\\w*|remov\\w*|edit\\w*|manage`,
  ],
  milestones: () => [
    `milestones?|escrow|freelancers?|clients?|contractors?|jobs?|work|payments?|pay(?:s)?|paid|releas\\w*|approv\\w*|deposit\\w*|${ether}|each|per|step by step|one by one|cancel\\w*|buyers?|sellers?`,
  ],
  flashLender: (plan) => [
    `flash[ -]?loans?|flash[ -]?lend\\w*|erc-?3156|provid(?:er|es?)|pool|lender|lends?|${oneToken}|borrowers?`,
    plan.settings.fee !== undefined && "fees?",
  ],
  bank: () => [
    `banks?|deposit(?:s|ing)?|withdraw(?:s|al|als|ing)?|${people}|${ether}|balances?|their own|only their own|own|check(?:s)?|see|account|store|keep`,
  ],
  donations: () => [
    `donat\\w*|donors?|tips?|jar|box|charity|messages?|${people}|${ether}|total|track(?:s|ing)?|how much|send(?:s)?|leave|note|${ownerWithdraws}|buy me a coffee`,
  ],
  stream: () => [
    `stream(?:s|ing|ed)?|payments?|pay(?:s)?|salar(?:y|ies)|money|${ether}|per second|by the second|every second|second by second|continuous(?:ly)?|employees?|recipients?|receivers?|sender|employers?|withdraw\\w*|cancel\\w*|over time|linearly`,
  ],
  bounty: () => [
    `bug|bount(?:y|ies)|board|tasks?|reward(?:s|ed)?|post(?:s|ed|ing)?|submit\\w*|submissions?|work|solutions?|award\\w*|winner|hunters?|${people}|poster|${ether}|pay(?:s|out)?|cancel\\w*|${lasts}|back`,
  ],
  notary: () => [
    `notar\\w*|documents?|files?|hash(?:es)?|proof|existence|timestamps?|timestamping|regist(?:er|ers|ry)|verif\\w*|stor(?:e|es)|record(?:s)?|prove[sd]?|exist(?:s|ed)?|when|author|owner(?:ship)?|${people}`,
  ],
  messageBoard: () => [
    `messages?|boards?|wall|guest\\s?-?book|post(?:s|ing)?|writ(?:e|es)|leave|sign|entries|entry|public|read(?:s)?|${people}|visitors?|on-?chain`,
  ],
  counter: (plan) => [
    "counter|count(?:s|ing)?|increment(?:s|ed)?|decrement(?:s|ed)?|increas\\w*|decreas\\w*|reset|number|up|down|by one|anyone",
    has(plan, "ownerOnly") && "owner|can|only",
  ],
  tokenFactory: () => [
    `factory|tokens?|erc-?20|creat\\w*|deploy\\w*|launch\\w*|${people}|supply|custom|names?|symbols?|fixed supply|new|list`,
  ],
  memberList: () => [
    `members?|membership|white\\s?-?list(?:s|ed|ing)?|allow\\s?-?list(?:s|ed|ing)?|lists?|registry|manager|managed by ${owner}|${owner} (?:can )?manages?|${owner}|adds?|removes?|adding|removing|address(?:es)?|accounts?|users?|check(?:s)?|is|in batches|batch`,
  ],
  nftStaking: (plan) => [
    `stak\\w*|unstak\\w*|pays?|nfts?|erc-?721|pool|collection|earn(?:s|ing)?|rewards?|holders?|users?|people|their|withdraw\\w*|claim\\w*|each`,
    plan.settings.rewardPerDay !== undefined &&
      "(?:erc-?\\s?20 |reward )?tokens?|per (?:nft )?(?:per )?day|per nft|a day|each day|every day|daily|per",
    plan.settings.rewardPerDay === undefined && "(?:erc-?\\s?20 |reward )?tokens?",
  ],
  tokenSwap: () => [
    `swaps?|swapping|trad(?:e|es|ing)|tokens?|erc-?20|otc|p2p|peer[ -]to[ -]peer|between|two|parties|people|users?|escrow(?:ed)?|offers?|accept\\w*|cancel\\w*|atomic(?:ally)?|trustless(?:ly)?|for another`,
  ],
  ticketSale: (plan) => [
    `tickets?|events?|concerts?|festivals?|conference|sell(?:s|ing)?|sales?|buy(?:s|ers?|ing)?|${people}|price|costs?|each|per ticket|${ether}|check(?:s)?[ -]?in|used|transfer(?:s|able)?|${ownerWithdraws}|free`,
    plan.settings.tickets !== undefined &&
      "limited(?: to)?|max(?:imum)?|total|supply|only|available|seats|up to",
  ],
  allowanceWallet: () => [
    `wallets?|allowances?|spend(?:s|ing|ers?)?|limits?|limited|pocket money|kids?|children|family|employees?|${owner}|sets?|gives?|others|people|users?|accounts?|${ether}|per|each|withdraw\\w*|amount`,
  ],
  multisend: () => [
    `multi-?\\s?send(?:er)?|disperse|batch|bulk|mass|payments?|pay(?:s|ing)?|transfers?|send(?:s|ing)?|${ether}|tokens?|erc-?20|many|multiple|several|recipients?|addresses|wallets?|people|lists?|at once|in one (?:transaction|call|tx)|one transaction|\\d+ (?:addresses|wallets|recipients|people|users)`,
  ],
  hashTimelock: () => [
    `htlc|hash(?:ed)?|time-?\\s?lock(?:ed|s)?|atomic|swaps?|secret|preimage|lock(?:s|ed|ing)?|claims?|refund(?:s|ed|able)?|receivers?|senders?|reveal(?:s|ing)?|expir\\w*|timeout|${ether}|${lasts}`,
  ],
} satisfies Partial<Record<ContractKind, Phrases>>;
