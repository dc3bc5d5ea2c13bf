/** A fictional article: category, network, token (0: none), title, description. */
type Sample = [categoryId: number, networkId: number, tokenId: number, title: string, description: string];

const lines = `
3|15|80|Ethereum Name Service delegates vote to trim the working-group budget|The DAO passed its spending proposal with 71% of delegated votes, cutting stipends on Ethereum mainnet contributors by a third.
3|45|0|Optimism Collective opens sixth round of retroactive funding|Badge holders in the Citizens' House will vote on how the governance fund rewards builders on OP Mainnet.
3|28|0|Arbitrum DAO weighs selling treasury tokens to pay service providers|A forum proposal asks ARB delegates to sign off on a two-year budget for the Arbitrum Foundation.
4|12|82|BNB Chain's daily users pass three million as games return|The network's dapp rankings show two card games and a prediction app ahead of every exchange; fees are paid in BNB.
4|50|0|Ronin signs three game studios ahead of open deployment|The gaming chain behind a monster-battling title wants thirty dapps by summer.
4|26|0|WAX game brings back its space-mining dapp with a new season|Players of the WAX blockchain title will earn resources in an app rebuilt for phones.
5|15|80|Liquid staking deposits on Ethereum hit a record as yields fall|DeFi protocols now hold a third of staked ETH, and total value locked rose 8% in a week.
5|46|105|Uniswap v4 hooks draw liquidity from older pools|The decentralized exchange says a quarter of its TVL has moved to the new contracts; UNI rose 4%.
5|22|85|Solana DEX aggregator adds limit orders for yield farmers|Liquidity on the network's biggest DeFi venue rose to $2.1 billion as SOL pairs dominated.
6|15|80|Aave loans on Ethereum top $20 billion for the first time|Borrowers posted ETH as collateral at the fastest pace since spring, the lending protocol said.
6|46|90|Spark raises borrow rate for DAI after demand jumps|The lending market says utilisation of DAI deposits reached 94%.
6|22|85|Solana lending protocol liquidates $30 million in two hours|Borrowers who looped SOL as collateral were hit when the price oracle lagged.
7|46|0|Fashion house opens a virtual store in three metaverse worlds|Visitors can dress avatars and buy land next to the flagship in a virtual city.
7|20|91|Decentraland parcels on Polygon get cheaper to move|The virtual world will let land owners pay fees in MATIC and trade avatars' clothes without gas.
7|15|80|Sandbox land prices on Ethereum fall to a four-year low|A virtual plot that cost 4 ETH now goes for a tenth, metaverse brokers say.
8|15|80|CryptoPunks sale lifts Ethereum NFT volume to six-month high|The collectible changed hands for 1,050 ETH at auction.
8|22|85|Solana NFT marketplace refunds royalties by mistake|Creators of the Mad Lads collection got 900 SOL that belonged to traders.
8|11|79|Ordinals inscriptions pass 90 million on Bitcoin|The NFT-like collectibles paid miners 7,000 BTC in fees so far.
9|46|81|Tether mints another billion USDT as demand in Asia grows|The stablecoin issuer says reserves in Treasury bills exceed its liabilities.
9|23|81|Tron carries more than half of all USDT|Cheap transfers made the network the home of the stablecoin in emerging markets.
9|32|84|USDC becomes the default for payments on Base|The stablecoin's share of transfers on Coinbase's network reached 93%.
64|11|79|Bitcoin slips under $70,000 as traders take profits|BTC fell 4% in a day, its worst since August, and altcoins followed.
64|15|80|Ether outperforms bitcoin for a fourth week|The price of ETH rose 11% as traders bet on the next Ethereum upgrade.
64|46|87|Dogecoin jumps 18% after a celebrity post|DOGE traders pushed the memecoin's price to a three-month high before it fell back.
65|46|0|Decentralized storage network passes one exabyte|Providers around the world rent out disks, and no company can take the files down.
65|54|0|Stacks developers build a decentralized name registry|The peer-to-peer directory on Stacks needs no server and cannot be censored.
65|61|0|Theta's edge network rents idle graphics cards|The decentralized compute service on Theta pays node operators by the hour.
66|15|80|Solidity compiler release fixes a ten-year-old bug|Smart contracts on Ethereum that use inline assembly should be recompiled; ETH is not at risk.
66|12|82|Fake audit badge hides a honeypot contract on BNB Chain|Buyers could not sell because the smart contract blocked transfers; 500 BNB is gone.
66|34|86|Cardano's Plutus gets cheaper scripts|Smart contracts on Cardano will cost a third less ada after the next hard fork.
67|46|108|Hedera's ledger keeps track of aircraft parts for three carriers|Hashgraph nodes run by the council record each repair; HBAR fees come to cents.
67|44|0|Ontology supplies a ledger for driving licences in two provinces|The enterprise pilot on Ontology stores only hashes of the records.
67|21|83|Palau's savings bond pilot runs on the XRP Ledger|The government used a distributed ledger for records and settlement; XRP pays the fees.
68|46|0|Standards body picks post-quantum signature scheme|Cryptographers warn that wallets need years to replace elliptic curves before quantum computers arrive.
68|15|80|Ethereum researchers propose quantum-safe signatures|Hash-based cryptography would replace BLS keys of stakers before a quantum computer can forge them; ETH holders need do nothing.
68|19|102|Monero adopts full-chain membership proofs|The cryptography hides the sender of XMR among every output ever made.
69|11|79|Spot bitcoin ETFs draw $1.2 billion in a day|The funds now hold more than 1.1 million BTC, custodians report.
69|15|80|Regulator delays decision on staking in ether ETFs|Asset managers want their Ethereum funds to earn yield on ETH in custody.
69|22|85|Asset manager files for a Solana ETF|The fund would hold SOL with a bank custodian if the SEC agrees.
70|15|80|Tokenized Treasury fund on Ethereum passes $3 billion|The asset manager's shares settle in ETH's network around the clock.
70|46|0|Tokenized gold outpaces bullion funds|Real-world asset tokens backed by bars in Zurich doubled in a year.
70|20|91|Indian state tokenizes farm land titles on Polygon|The real-world asset project pays fees in MATIC and lets banks check titles.
71|15|80|Ethereum validators may soon stake up to 2,048 ETH|The consensus change lets operators merge validators and speeds finality.
71|22|85|Solana's new consensus aims at finality in 150 milliseconds|Validators approved Alpenglow, which replaces proof of history voting; SOL staking rewards stay.
71|34|86|Cardano's Leios paper promises faster consensus|The proof-of-stake design lets block producers work in parallel; ADA rewards are unchanged.
72|46|0|Token presale raises $30 million and questions|Buyers of the initial coin offering have waited nine months for a product.
72|22|85|Solana launchpad's own token sale closes in twelve minutes|Buyers spent 3 million SOL in the public offering.
72|15|80|ICO-era wallet moves 10,000 ETH after ten years|The holder paid 31 cents a coin in the Ethereum crowdsale.
73|46|0|Hardware wallet maker recalls batch with broken seals|Owners should move their seed phrase to a new device, the firm says.
73|15|80|MetaMask adds one-tap smart accounts on Ethereum|The wallet lets users pay gas in tokens and not only in ETH.
73|22|85|Phantom wallet gets multisig for Solana teams|Companies that hold SOL can require three signatures.
74|46|0|Web3 start-ups raise least money since 2020|Venture funds prefer AI, and web3 founders cut their decks to three slides.
74|15|80|Web3 login standard on Ethereum reaches 2 million sites|Sign-in with Ethereum replaces passwords, and nobody needs to hold ETH for it.
74|54|0|Stacks accelerator picks twelve web3 start-ups|The founders get mentoring and grants to build on Stacks.
75|46|96|Chainlink's CCIP connects two banks and four chains|The interoperability standard carries messages, not money; LINK rose 3%.
75|14|104|Cosmos IBC links up with Ethereum at last|The interoperability protocol needs no trusted relayers; ATOM gained.
75|37|0|Moonbeam routes messages for six connected chains|The interoperability hub says a quarter of Moonbeam calls start elsewhere.
76|11|79|Bitcoin mining difficulty jumps to a record|Hash rate rose 9% as new ASIC machines came online; miners earn fewer BTC per day.
76|19|102|Monero mining pool nears half of hash rate|XMR miners are urged to switch pools to avoid an attack.
76|18|93|Litecoin hash rate hits record after merged mining deal|Miners earn LTC and dogs' coins with one rig.
77|15|80|Bridge from Ethereum loses $12 million to forged proof|The attacker withdrew 4,000 ETH from the cross-chain bridge before validators paused it.
77|22|85|Wormhole bridge gets native SOL transfers|Users can send SOL from Solana to nine chains without wrapped versions.
77|46|94|WBTC custody change makes bridges look for alternatives|Cross-chain venues halted transfers of the wrapped token for a day.
78|46|0|Exchange outage keeps traders locked out for two hours|The trading platform blamed a database and will refund fees.
78|12|82|Binance ends zero-fee trading pairs|The exchange says BNB discounts stay for all customers on BNB Chain deposits and orders.
78|21|83|US exchange relists XRP after five years|Customers can trade the coin against dollars from Monday.
`;

/** Fictional news of every category, for installations that fetch no feeds: enough to build and test an application. */
export const newsSamples: readonly Sample[] = lines
  .trim()
  .split("\n")
  .map((line) => {
    const [category, network, token, title = "", description = ""] = line.split("|");
    return [Number(category), Number(network), Number(token), title, description];
  });
