/** A question and the words, found in one place only, that answer it. */
export interface PageQuestion {
  question: string;
  from: "white paper" | "website";
  answer: string;
}

/** Twenty questions as people ask them, written before anything could answer them. */
export const pageQuestions: PageQuestion[] = [
  {
    question: "How many MARSH tokens will there ever be?",
    from: "white paper",
    answer: "The supply of MARSH is fixed at 480 million.",
  },
  {
    question: "How long do validators have to wait for their stake when they leave?",
    from: "white paper",
    answer: "an unbonding period of twenty-one days",
  },
  {
    question: "What share of the tokens does the team own, and when does it unlock?",
    from: "white paper",
    answer: "Nineteen percent belongs to the team and is locked for one year",
  },
  {
    question: "Who audited the smart contracts?",
    from: "white paper",
    answer: "audited by Harrow & Pike in February",
  },
  {
    question: "Is there a bug bounty?",
    from: "white paper",
    answer: "A bounty of up to 250,000 dollars",
  },
  {
    question: "What do I need to make a governance proposal?",
    from: "white paper",
    answer: "Any holder of 100,000 MARSH",
  },
  {
    question: "What happens if a storm destroys a plot?",
    from: "white paper",
    answer: "covers such damage up to 60 percent of the original cost",
  },
  {
    question: "Which country is the foundation registered in?",
    from: "white paper",
    answer: "registered in Vaduz, Liechtenstein",
  },
  {
    question: "How much does one of the gauges cost and how long does its battery last?",
    from: "white paper",
    answer: "costs 210 euros in parts, runs for seven years on one battery",
  },
  {
    question: "How can I become a surveyor?",
    from: "white paper",
    answer: "passes an examination in plant identification",
  },
  {
    question: "Where do the transaction fees go?",
    from: "white paper",
    answer: "one half is destroyed, three tenths go to the validators",
  },
  {
    question: "When will you support mangroves?",
    from: "white paper",
    answer: "In the second year mangroves are added with partners in Kenya and Vietnam",
  },
  {
    question: "Who founded Saltmarsh?",
    from: "website",
    answer: "started in 2021 by Ineke Roos, a coastal ecologist, and Tomasz Wilk",
  },
  {
    question: "Can I pay with a credit card?",
    from: "website",
    answer: "by card through our partner Quay",
  },
  {
    question: "Do I get my money back when a plot fails?",
    from: "website",
    answer: "at the latest ninety days after the plan has ended",
  },
  {
    question: "On which exchanges can I trade MARSH?",
    from: "website",
    answer: "listed on Kelphaven and on the Breakwater exchange",
  },
  {
    question: "Are cows allowed on the land?",
    from: "website",
    answer: "no more than half a cow per hectare",
  },
  {
    question: "What hardware does a full node need?",
    from: "website",
    answer: "four cores, 16 gigabytes of memory and 900 gigabytes of fast disk",
  },
  {
    question: "Is there an API for the sensor data, and do I need an API key?",
    from: "website",
    answer: "needs no key for up to sixty requests a minute",
  },
  {
    question: "What is the phone number of support?",
    from: "website",
    answer: "+31 50 555 0142",
  },
];
