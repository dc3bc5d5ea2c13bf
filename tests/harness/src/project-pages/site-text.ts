export interface SitePage {
  path: string;
  title: string;
  /** Heading and paragraphs, in order. */
  sections: { heading: string; paragraphs: string[] }[];
}

export const sitePages: SitePage[] = [
  {
    path: "/",
    title: "Saltmarsh: pay for wetlands that really grow",
    sections: [
      {
        heading: "Pay for wetlands that really grow",
        paragraphs: [
          "Saltmarsh lets you fund the restoration of a piece of coast and watch it come back. You see the tide return, the first glasswort, the first redshank. If nothing grows, your money comes back.",
        ],
      },
      {
        heading: "How it works",
        paragraphs: [
          "Choose a plot on the map. Fund a share of it, from 25 euros. Gauges and surveyors report what happens. The steward is paid step by step, only for what was measured.",
        ],
      },
      {
        heading: "In numbers",
        paragraphs: [
          "So far 1,140 hectares under restoration, 63 stewards, 9,400 people who funded at least one plot, and 212 kilometres of creeks reopened to the tide.",
        ],
      },
    ],
  },
  {
    path: "/about",
    title: "About us",
    sections: [
      {
        heading: "Who we are",
        paragraphs: [
          "Saltmarsh was started in 2021 by Ineke Roos, a coastal ecologist, and Tomasz Wilk, who had built payment systems for a bank for eleven years. They met on a mudflat near Emden, ankle-deep, arguing about how to measure sediment.",
          "Today we are twenty-six people in four countries. Hydrology is led by Dr Amara Diallo, the protocol by Tomasz, field work by Ineke, and partnerships by Joana Teles.",
        ],
      },
      {
        heading: "Who pays for us",
        paragraphs: [
          "The foundation lives from grants and from a fee of 2.5 percent on every funded plot. We have taken 3.1 million euros from early backers, among them Low Tide Ventures and the North Sea Cooperative Bank.",
        ],
      },
      {
        heading: "Where to find us",
        paragraphs: [
          "Our workshop, where gauges are built and repaired, is at Oosterhaven 12 in Groningen. Visitors are welcome on Thursday afternoons; bring boots.",
        ],
      },
    ],
  },
  {
    path: "/funding",
    title: "Fund a plot",
    sections: [
      {
        heading: "What you get",
        paragraphs: [
          "When you fund a plot you receive a claim that shows your share, the plan and every measurement. You can give it away or sell it. It is not an investment: it pays no interest and no dividend.",
        ],
      },
      {
        heading: "Ways to pay",
        paragraphs: [
          "You can pay by bank transfer, by card through our partner Quay, or with USDC and EURC from any wallet. Card payments cost 1.4 percent more because the card company asks for it.",
        ],
      },
      {
        heading: "If a plot fails",
        paragraphs: [
          "Money for milestones that were not reached goes back to the people who funded them, at the latest ninety days after the plan has ended. You do not have to ask for it: it is sent to the account or wallet that it came from.",
        ],
      },
      {
        heading: "Gifts and companies",
        paragraphs: [
          "Companies that fund more than ten hectares receive a yearly report that was checked by an accountant and can be used under the European reporting standard for biodiversity. Gift cards can be printed at home.",
        ],
      },
    ],
  },
  {
    path: "/stewards",
    title: "For stewards",
    sections: [
      {
        heading: "Bring your land",
        paragraphs: [
          "If you own or lease land that was once tidal, we would like to hear from you. Land suits us when it lies below the highest spring tide, is at least half a hectare in size and has no house behind it.",
        ],
      },
      {
        heading: "The first steps",
        paragraphs: [
          "Send us the parcel number. A hydrologist looks at the elevation model within two weeks, free of charge. If the land suits, we visit together, and you write the plan with our template and one of our ecologists.",
        ],
      },
      {
        heading: "Grazing and hunting",
        paragraphs: [
          "Light grazing is allowed from the fourth year on, with no more than half a cow per hectare. Hunting of water birds is not allowed on any plot, at any time.",
        ],
      },
      {
        heading: "Tax",
        paragraphs: [
          "In Germany, the Netherlands and Denmark payments from the protocol count as agricultural income. Ask your adviser; we provide a statement for each calendar year in January.",
        ],
      },
    ],
  },
  {
    path: "/token",
    title: "The MARSH token",
    sections: [
      {
        heading: "What it is for",
        paragraphs: [
          "MARSH pays network fees and carries the vote. You do not need it to fund a plot. We do not advise anybody to buy it, and nobody from our team will ever write to you to offer it.",
        ],
      },
      {
        heading: "Where it is traded",
        paragraphs: [
          "MARSH is listed on Kelphaven and on the Breakwater exchange, and it can be swapped on the usual decentralised exchanges. Other listings that you may see are not ours.",
        ],
      },
      {
        heading: "Wallets",
        paragraphs: [
          "Every wallet that knows Ethereum knows MARSH. For hardware wallets choose the Ethereum application; a separate one does not exist, and whoever offers you one wants your words.",
        ],
      },
    ],
  },
  {
    path: "/developers",
    title: "Developers",
    sections: [
      {
        heading: "Data for everybody",
        paragraphs: [
          "All readings are published as open data. The programming interface needs no key for up to sixty requests a minute; researchers who need more write to us and get a key at no cost.",
        ],
      },
      {
        heading: "Formats",
        paragraphs: [
          "Readings come as CSV, as GeoJSON and as Parquet files that are written every night. Times are in UTC, heights in millimetres above the Amsterdam ordnance datum.",
        ],
      },
      {
        heading: "Run a node",
        paragraphs: [
          "A full node needs four cores, 16 gigabytes of memory and 900 gigabytes of fast disk. The software is written in Go and comes as a container; the first synchronisation takes about a day.",
        ],
      },
    ],
  },
  {
    path: "/help",
    title: "Help",
    sections: [
      {
        heading: "I lost access to my account",
        paragraphs: [
          "Use the link on the sign-in page. If your e-mail address no longer exists, write to us from another one and tell us the number of one of your claims; a person will check it and answer within three working days.",
        ],
      },
      {
        heading: "I found a mistake in a measurement",
        paragraphs: [
          "Thank you. Press the flag beside the reading. The steward and the nearest surveyor see it on the same day, and you are told what came of it.",
        ],
      },
      {
        heading: "Contact",
        paragraphs: [
          "Write to hello@saltmarsh.example, or for security matters to security@saltmarsh.example. The telephone is answered from ten to four on working days: +31 50 555 0142.",
        ],
      },
    ],
  },
];
