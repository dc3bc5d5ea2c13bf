/** Where a requirement is met in the source. */
export interface Location {
  /** The function, constant or parent contract. */
  name: string;
  /** Counted from 1. */
  line: number;
}

/** Identifiers of parts whose name in the source differs from their name in the plan. */
const identifiers: Record<string, RegExp> = {
  symbol: /\bERC(?:20|721)\(/,
  supply: /\b_mint\(/,
  cap: /\bERC20Capped\(|\bMAX_SUPPLY\b/,
  decimals: /\bfunction decimals\b/,
  baseUri: /\b_baseURI\b|\bERC1155\(/,
  token: /0x[0-9a-fA-F]{40}/,
  accounts: /0x[0-9a-fA-F]{40}/,
  upgradeable: /\b(?:UUPSUpgradeable|Initializable)\b/,
  access: /\b(?:AccessControl|AccessManaged|Ownable)\w*/,
  mintable: /\bfunction mint\b/,
  burnable: /\bERC\d+Burnable\w*/,
  pausable: /\bfunction pause\b/,
  permit: /\bERC20Permit\w*/,
  votes: /\bERC\d+Votes\w*/,
  flashmint: /\bERC20FlashMint\w*/,
  tax: /\bTAX_IN_BASIS_POINTS\b/,
  maxWallet: /\bMAX_WALLET_IN_BASIS_POINTS\b/,
  blocklist: /\bfunction blacklist\b/,
  allowlist: /\bfunction allowAccount\b/,
  enumerable: /\bERC721Enumerable\w*/,
  uriStorage: /\bERC721URIStorage\w*/,
  royalty: /\b_setDefaultRoyalty\b/,
  publicMint: /\bfunction mint\b/,
  supplyTracking: /\bERC1155Supply\w*/,
  updatableUri: /\bfunction setURI\b/,
  timelock: /\bTimelockController\b/,
  nftVotes: /\bERC721Votes\b/,
  votingDelay: /\bGovernorSettings\(/,
  votingPeriod: /\bGovernorSettings\(/,
  threshold: /\bGovernorSettings\(/,
  quorum: /\bGovernorVotesQuorumFraction\(/,
  quorumAbsolute: /\bfunction quorum\b/,
  revocable: /\bfunction revoke\b/,
  openExecution: /\b_only\(address\(0\)\)/,
  delay: /\bTimelockController\(/,
  merkle: /\bmerkleRoot\b/,
  batchMint: /\bfunction mint\b/,
  rental: /\bfunction setUser\b/,
  interval: /\bINTERVAL\b/,
  revealPeriod: /\brevealsUntil\b/,
  registration: /\bfunction registerVoter\b/,
  ownerOnly: /\bonlyOwner\b/,
  text: /\bstring\b/,
  etherPayment: /\bsendValue\b/,
  batch: /\bfunction distribute\b/,
  deadline: /\bclaimableUntil\b|\bdeadline\b/,
  whitelist: /\bisWhitelisted\b|\bfunction setWhitelisted\b|\b\w*[wW]hitelist\w*/,
  arbiter: /\barbiter\b/,
  tokenPayment: /\btoken\b/,
  royalties: /\broyaltyInfo\b/,
  offers: /\bfunction makeOffer\b|\b\w*[oO]ffer\w*/,
  owners: /\bowners\b/,
  signatures: /\b(?:THRESHOLD|SIGNATURES|REQUIRED)\b|\b\w*[sS]ignatures?\w*/,
  shares: /\bparts = \[/,
  soulbound: /\bfunction locked\b|\bSoulbound\b/,
};

function identifierOf(part: string): RegExp {
  const constant = part.replaceAll(/(?=[A-Z])/g, "_").toUpperCase();
  return identifiers[part] ?? new RegExp(String.raw`\b(?:${constant}|function ${part})\b`);
}

/** Finds the line of a part of the plan. Notes and imports do not count; the contract itself is the last resort. */
export function locate(source: string, contract: string, part: string): Location {
  const lines = source.split("\n").map((line) => (/^\s*(?:\/\/|import\b|pragma\b)/.test(line) ? "" : line));
  const find = (pattern: RegExp): Location | undefined => {
    const index = lines.findIndex((line) => pattern.test(line));
    const found = pattern.exec(lines[index] ?? "")?.[0];
    return found ? { name: found.match(/[\w$]+/g)?.at(-1) ?? contract, line: index + 1 } : undefined;
  };
  const declaration = new RegExp(String.raw`\bcontract ${contract}\b`);
  return (
    (part === "kind" || part === "name" ? undefined : find(identifierOf(part))) ??
    find(declaration) ?? { name: contract, line: 1 }
  );
}
