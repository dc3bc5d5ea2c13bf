export interface PaperSection {
  heading: string;
  paragraphs: string[];
}

/** The white paper of a project that does not exist, long enough that finding a passage in it is work. */
export const whitePaperSections: PaperSection[] = [
  {
    heading: "1. Abstract",
    paragraphs: [
      "Saltmarsh is a protocol that pays for the restoration of coastal wetlands by what is measured on the ground. Sensors report water level, salinity and sediment; surveyors confirm plant cover; the protocol turns confirmed results into payments to the people who did the work.",
      "This paper describes the network, its token, the way in which measurements become payments, and the means by which holders steer the protocol. It replaces the draft that was circulated among the founding partners.",
      "The protocol does not sell carbon credits and makes no promise about their price. A buyer funds a plot of land, follows its measurements, and receives a record that cannot be altered afterwards.",
    ],
  },
  {
    heading: "2. The problem",
    paragraphs: [
      "Two thirds of the salt marshes of temperate coasts were drained for farmland in the last two centuries. Restoring one hectare costs between 9,000 and 40,000 euros, most of it for earthworks in the first year, while the benefit to fisheries, flood defence and climate arrives over decades.",
      "Public grants pay for plans and not for results. A project that fails in its third year has usually been paid in full. Private buyers, on the other hand, want proof before they pay and have no means of obtaining it at a reasonable price.",
      "Existing registries verify a project once in five years with a visit of two days. Between two visits nobody knows whether the dike was breached as planned, whether the plants came, or whether the site was grazed bare by sheep.",
    ],
  },
  {
    heading: "3. Plots and stewards",
    paragraphs: [
      "The unit of the protocol is the plot, an area between half a hectare and fifty hectares with one responsible steward. A steward is an organisation with a legal right to work on the land: a farmer, a conservation trust, a municipality.",
      "A steward registers a plot with its boundary, a restoration plan and a bond. The bond is 4 percent of the funds requested and is returned when the plot reaches its second milestone. A steward who abandons a plot loses the bond to the repair fund.",
      "Every plot is represented by a non-transferable record that carries its plan, its milestones and its measurements. Funding claims on the plot are separate and can be transferred freely.",
    ],
  },
  {
    heading: "4. Sensors",
    paragraphs: [
      "Each plot carries at least three gauges. A gauge measures water level every six minutes and salinity every hour, signs each reading with a key inside a secure element, and sends a daily bundle over a low-power radio network.",
      "The reference gauge costs 210 euros in parts, runs for seven years on one battery, and its plans are published under the CERN open hardware licence. Any manufacturer may build it; the secure element must be enrolled by one of the certifying laboratories.",
      "Readings that leave the physically possible range, that repeat exactly, or that contradict the tidal model of the nearest harbour are set aside and shown as doubtful. A plot with more than a tenth of doubtful readings in a month is visited by a surveyor at the cost of the steward.",
    ],
  },
  {
    heading: "5. Surveyors",
    paragraphs: [
      "What no gauge can see is confirmed by people. Surveyors walk a plot along transects, photograph fixed points and estimate plant cover by species. Two surveyors who do not know each other's results visit each plot in May and in September.",
      "When their estimates differ by more than eight percentage points, a third surveyor is drawn by lot and the median counts. The surveyor whose estimate lies furthest from the median is not paid for that visit.",
      "To become a surveyor one passes an examination in plant identification that is held by the partner universities in Groningen, Hull and Aveiro. The certificate is valid for three years.",
    ],
  },
  {
    heading: "6. From measurement to payment",
    paragraphs: [
      "A plot's plan names up to six milestones, each with a measurable condition and a share of the funds. A typical plan pays 35 percent when tidal exchange is restored, 20 percent when pioneer plants cover a tenth of the area, and the remainder in steps until year eight.",
      "A milestone is proposed by the steward, checked against gauges and surveys by the contract, and open to challenge for fourteen days. A challenge requires a deposit of 500 MARSH, which is returned doubled when the challenge is upheld.",
      "Payments are made in a stablecoin that the buyer chose when funding the plot. The protocol never converts a steward's payment into its own token, since a farmer's bills are not paid in tokens.",
    ],
  },
  {
    heading: "7. The network",
    paragraphs: [
      "Saltmarsh runs as a rollup that settles on Ethereum and publishes its data in blobs. A block is produced every two seconds; a withdrawal to the main chain is final after the challenge window of seven days, or at once through liquidity providers for a fee.",
      "Sequencing is shared by a set of forty validators elected each quarter. A validator locks at least 150,000 MARSH. Signing two conflicting blocks costs 5 percent of that amount; being offline for more than a day costs a tenth of a percent and a place in the next election.",
      "Leaving the validator set begins an unbonding period of twenty-one days in which the locked amount earns nothing and can still be slashed for earlier misconduct.",
      "In the test network that ran from March to November, 312 validators of 41 countries took part, and the median time to confirm a transaction was 1.8 seconds.",
    ],
  },
  {
    heading: "8. The MARSH token",
    paragraphs: [
      "The supply of MARSH is fixed at 480 million. No more can be minted: the contract has no mint function and no owner. The token has 18 decimals and follows ERC-20 with permit signatures.",
      "MARSH pays for transactions, is locked by validators, serves as deposit for challenges, and carries the vote. It gives no claim on the funds of buyers, on land, or on the revenue of stewards.",
      "Of every transaction fee one half is destroyed, three tenths go to the validators, and one fifth goes to the repair fund, which pays for storm damage that no steward could have prevented.",
    ],
  },
  {
    heading: "9. Distribution",
    paragraphs: [
      "Thirty-eight percent of the supply is set aside for stewards and surveyors and is released with confirmed results over ten years. Nineteen percent belongs to the team and is locked for one year, then released monthly over three years. Fourteen percent went to early backers under the same schedule.",
      "Sixteen percent is held by the foundation for grants and for the operation of laboratories. Eight percent was sold in the public sale. Five percent provides liquidity on exchanges.",
      "Tokens that are not claimed by stewards within two years after their result was confirmed pass to the repair fund.",
    ],
  },
  {
    heading: "10. Governance",
    paragraphs: [
      "Any holder of 100,000 MARSH, or a group that together delegates as much, may make a proposal. Voting lasts nine days. A proposal passes when at least 12 percent of the circulating supply has voted and more than half of the votes agree.",
      "Changes to the rules of measurement need the consent of the scientific council as well. The council has seven members who hold no tokens and serve for four years; it can veto but not propose.",
      "After a vote a change waits in a timelock for six days. In an emergency the security committee can pause payments, but not for longer than seventy-two hours and never withdrawals.",
    ],
  },
  {
    heading: "11. Security",
    paragraphs: [
      "The contracts were audited by Harrow & Pike in February and by the formal methods group of the university of Twente in June. The two critical findings, both in the challenge contract, were mended before launch; the reports are published in full.",
      "A bounty of up to 250,000 dollars is paid for a vulnerability that puts funds at risk. Reports go to the security address named on the website and are answered within one working day.",
      "Funds of buyers are held by a contract per plot and not in one pool, so that a fault in one plan cannot reach the money of another.",
    ],
  },
  {
    heading: "12. Privacy and law",
    paragraphs: [
      "The protocol stores no personal data on chain. Names of surveyors are known to the certifying university only; on chain a surveyor is a key. Photographs are checked for people and number plates before they are published.",
      "The Saltmarsh Foundation is registered in Vaduz, Liechtenstein, and its token was assessed there as a utility token. Residents of countries under comprehensive sanctions cannot fund plots through the foundation's own interface.",
    ],
  },
  {
    heading: "13. Risks",
    paragraphs: [
      "A storm can undo the work of years. The repair fund covers such damage up to 60 percent of the original cost of a plot, and no more than once in five years for the same plot. Sea level may rise faster than a marsh can grow; plans are therefore refused where the land behind the marsh is built upon.",
      "Gauges can be tampered with by those who have access to the land. The protocol makes this expensive by comparing neighbours and tides, and by surprise visits, but it cannot make it impossible.",
      "The price of MARSH may fall to nothing. Because stewards are paid in stablecoins, a fall of the token slows the network's growth but does not stop payments that were already funded.",
    ],
  },
  {
    heading: "14. Roadmap",
    paragraphs: [
      "In the first year the protocol serves the Wadden Sea, the Humber estuary and the Ria de Aveiro. In the second year mangroves are added with partners in Kenya and Vietnam, with surveys adapted to trees.",
      "The light client for phones follows in the second year, so that a buyer can verify a plot's record without trusting a server. In the third year the sequencer set is opened to anyone who locks the minimum amount, without elections.",
    ],
  },
];
