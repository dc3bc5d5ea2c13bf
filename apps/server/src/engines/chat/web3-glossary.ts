export interface GlossaryTerm {
  term: string;
  alsoCalled: string[];
  meaning: string;
}

const entry = (term: string, alsoCalled: string[], meaning: string): GlossaryTerm => ({
  term,
  alsoCalled,
  meaning,
});

export const glossary: readonly GlossaryTerm[] = [
  entry(
    "address",
    [],
    "The public name of an account or a contract on a chain, derived from its key or its creator.",
  ),
  entry("airdrop", [], "Tokens handed out to many addresses without payment, often to reward early users."),
  entry(
    "block explorer",
    ["explorer"],
    "A website that shows the blocks, transactions and contracts of a chain.",
  ),
  entry(
    "blockchain",
    ["chain"],
    "A list of blocks that many computers keep and agree on; each block commits to the one before it.",
  ),
  entry(
    "bridge",
    [],
    "A service that makes an asset of one chain usable on another, usually by locking it on the first.",
  ),
  entry("consensus", [], "The rules by which the computers of a chain agree on the next block."),
  entry(
    "DAO",
    ["decentralized autonomous organization"],
    "A group that decides by votes recorded on a chain and whose funds a contract keeps.",
  ),
  entry(
    "DeFi",
    ["decentralized finance"],
    "Lending, trading and saving by contracts instead of institutions.",
  ),
  entry(
    "DEX",
    ["decentralized exchange"],
    "A contract where tokens are swapped without anyone holding them for the traders.",
  ),
  entry("ENS", ["ethereum name service"], "Names such as alice.eth that stand for addresses."),
  entry(
    "ERC-20",
    ["erc20"],
    "The interface of interchangeable tokens on Ethereum: balances, transfers and allowances.",
  ),
  entry(
    "ERC-721",
    ["erc721"],
    "The interface of tokens of which each one is unique: the common form of NFTs.",
  ),
  entry(
    "ERC-1155",
    ["erc1155"],
    "An interface under which one contract holds many kinds of tokens, unique or interchangeable.",
  ),
  entry(
    "gas",
    ["gas fee"],
    "The measure of work that a transaction costs; its price in the chain's coin is the fee.",
  ),
  entry(
    "hard fork",
    ["fork"],
    "A change of a chain's rules after which old software no longer agrees with new blocks.",
  ),
  entry(
    "hash",
    [],
    "A short fingerprint of data; a different input gives a different one for all practical purposes.",
  ),
  entry(
    "IPFS",
    [],
    "A network that finds files by the hash of their content, so that an address cannot point to something else.",
  ),
  entry(
    "layer 2",
    ["l2", "rollup"],
    "A chain that runs transactions cheaply and proves or publishes them on another chain for safety.",
  ),
  entry(
    "liquidity pool",
    ["liquidity"],
    "Tokens that their owners lend to a contract so that others can trade against them for a fee.",
  ),
  entry("mainnet", [], "The chain where assets have value, as opposed to a testnet."),
  entry("metadata", [], "The name, image and traits of an NFT, in a file that its contract points to."),
  entry("minting", ["mint"], "Creating a token by writing it into a contract."),
  entry("multisig", ["multi-signature"], "An account that acts only when several keys agree."),
  entry(
    "NFT",
    ["non-fungible token"],
    "A token that is unique, used for art, tickets, names and game items.",
  ),
  entry("node", [], "A computer that keeps a copy of a chain and checks its blocks."),
  entry("oracle", [], "A service that brings facts from outside, such as prices, into contracts."),
  entry(
    "private key",
    [],
    "The secret that signs for an account: who has it owns what the account owns. Never share it.",
  ),
  entry(
    "proof of stake",
    ["staking", "stake"],
    "Consensus in which those who lock coins propose blocks, and lose coins when they cheat.",
  ),
  entry(
    "proof of work",
    ["mining"],
    "Consensus in which computing power decides who proposes the next block.",
  ),
  entry(
    "public key",
    [],
    "The half of a key pair that everybody may know; it checks what the private key has signed.",
  ),
  entry(
    "reentrancy",
    [],
    "A vulnerability in which a contract is called again before it has updated its state, and pays twice.",
  ),
  entry("royalty", ["royalties"], "A share of each later sale of an NFT that its creator asks for."),
  entry("rug pull", [], "A fraud in which the makers of a token take the money and leave."),
  entry(
    "seed phrase",
    ["recovery phrase", "mnemonic"],
    "Words from which a wallet derives all its keys. Who reads them owns the wallet.",
  ),
  entry("slippage", [], "The difference between the price that a trade expected and the price it got."),
  entry(
    "smart contract",
    ["contract"],
    "A program on a chain that runs as written and whose results everyone can check.",
  ),
  entry("Solidity", [], "The most used language for contracts on Ethereum and chains like it."),
  entry("stablecoin", [], "A token that is meant to keep the price of something else, mostly a currency."),
  entry("testnet", [], "A chain for trying things out, whose coins are worth nothing."),
  entry(
    "token",
    ["cryptocurrency"],
    "A unit that a contract or a chain keeps account of: money, a share, a vote or a ticket.",
  ),
  entry("tokenomics", [], "How many tokens there are, who gets them when, and what they are for."),
  entry("transaction", [], "A signed order to change the state of a chain."),
  entry("validator", [], "Who proposes and checks blocks under proof of stake."),
  entry(
    "wallet",
    [],
    "Software or a device that keeps keys and signs with them; the coins themselves are on the chain.",
  ),
  entry(
    "white paper",
    ["whitepaper"],
    "The document in which a project explains what it builds, how, and what its token is for.",
  ),
  entry("zero-knowledge proof", ["zk proof"], "A proof that something is true which shows nothing else."),
];
