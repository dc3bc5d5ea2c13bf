/**
 * Words that carry no requirement. Words that say who may do something, how often, or under which condition are not
 * among them, because a contract that ignores them does something else.
 */
const neutralWords = new Set(
  `a an the this that these those it its it's i i'm im i'd me my mine we us our you your they them their he she his her
  is are was be been being am do does did has have having had will would shall should could may might must can
  of in on to for with w/ by at from as into onto about via using use uses used through within between among
  and or but then also plus so too as well where which who whose whom what when while if there here
  please pls plz hi hello hey thanks thank kindly ok okay yes hello
  create creates created creating write writes make makes making made build builds built generate generates give gives need needs
  needed want wants wanted would like design designs develop develops code coded implement implements implementing
  deploy deploys add adds adding include includes including included provide provides get let lets allow allows allowing
  enable enables enabling support supports supporting able ability
  contract contracts smart solidity ethereum evm blockchain on-chain onchain chain crypto web3 dapp project startup
  simple basic standard plain minimal small new just very really good nice best secure safe safely clean complete
  full fully working function functions functionality feature features featuring code version latest openzeppelin oz style kind type
  called named name names titled symbol ticker example e.g eg etc i.e ie call w
  some own same other such more`
    .split(/\s+/)
    .filter(Boolean),
);

/** Words that are neutral in a request that changes an earlier contract. */
const neutralInChanges = new Set(
  "set sets change changes update updates now again instead remove rename drop replace should lot lots it that back".split(
    " ",
  ),
);

const action =
  /^(?:create|write|make|build|generate|give|add|deploy|call|name|design|use|get|like|provide)s?$/;
const subject =
  /\b(?:users?|people|anyone|everyone|everybody|owners?|members?|players?|holders?|admins?|buyers?|sellers?|customers?|voters?|they|who|that|which|it|each|can|may|could)(?: (?:can|may|could|must|should|will|also|then|only)){0,2} $/i;

/** "Create a token" asks for the contract; "users can create pages" says what it must do. */
export function isAction(word: string, before: string): boolean {
  return action.test(word.toLowerCase()) && subject.test(before);
}

export function isNeutral(word: string, isChange = false): boolean {
  const lower = word.toLowerCase();
  return neutralWords.has(lower) || (isChange && neutralInChanges.has(lower));
}
