import { area } from "../rule.ts";

const generator = area("Contract generator", [
  [
    "GEN-1",
    "built",
    "decisions, Contract generation and audit (doc 2, What the service does)",
    "`data.bot` is Solidity source and nothing else: saved as a file, it compiles as it is.",
    "code alone or with text around it",
  ],
  [
    "GEN-2",
    "built",
    "decisions, Contract generation and audit (doc 2, What the service does)",
    "Explanation is given in comments of the source.",
    "where explanation goes",
  ],
  [
    "GEN-3",
    "built",
    "decisions, Contract generation and audit",
    "A streamed generator answer is Solidity source and nothing else as well.",
    "source in a stream",
  ],
  [
    "GEN-4",
    "built",
    "decisions, Contract generation and audit",
    "Every contract returned was compiled by the service.",
    "whether returned code compiles",
  ],
  [
    "GEN-5",
    "built",
    "decisions, Contract generation and audit",
    "When no compiling contract could be made the answer is an error and nothing is charged.",
    "no compiling contract can be made",
  ],
  [
    "GEN-6",
    "built",
    "decisions, Contract generation and audit",
    "`data.contract` beside `data.bot` has `name`, `compiler`, `optimizer`, `abi`, `bytecode`, `sources`, `warnings` and `features`.",
    "compiled contract as data",
  ],
  [
    "GEN-7",
    "built",
    "decisions, Contract generation and audit",
    "`sources` holds the imported OpenZeppelin files: compiled alone, with the stated compiler and optimizer, they give the same `bytecode`.",
    "deploying and verifying without a package manager",
  ],
  [
    "GEN-8",
    "built",
    "decisions, Contract generation and audit",
    'With `chatHistory` on, a follow-up such as "now make it pausable" changes the contract of the earlier turn.',
    "follow-ups on a generated contract",
  ],
]);

const auditor = area("Contract auditor", [
  [
    "AUD-1",
    "built",
    "doc 2, Completion request",
    "The code to audit is part of `question`; the live operation has no separate code field.",
  ],
  [
    "AUD-2",
    "built",
    "decisions, Contract generation and audit (doc 2, Completion request)",
    "Code is found in a fenced block and as bare text.",
    "form of the code: fenced or bare",
  ],
  [
    "AUD-3",
    "built",
    "decisions, Contract generation and audit (doc 2, Completion request)",
    "Several files in one question are audited together.",
    "form of the code: several files",
  ],
  [
    "AUD-4",
    "built",
    "decisions, Contract generation and audit (doc 2, Completion request)",
    "Instructions before and after the code do not keep it from being found.",
    "form of the code: text around it",
  ],
  [
    "AUD-5",
    "built",
    "decisions, Contract generation and audit",
    "Code with any pragma from 0.4.11 on is audited.",
    "which Solidity versions are audited",
  ],
  [
    "AUD-6",
    "built",
    "decisions, Contract generation and audit (doc 2, Completion response)",
    "`data.bot` is a Markdown report with a verdict and a table of findings.",
    "form of the audit report",
  ],
  [
    "AUD-7",
    "built",
    "decisions, Contract generation and audit (doc 2, Completion response)",
    "Each finding of the report gives severity, location, impact and a suggested fix.",
    "content of a finding",
  ],
  [
    "AUD-8",
    "built",
    "decisions, Contract generation and audit",
    "`data.report` holds the findings as data: id, title, severity, confidence, category, SWC, lines, explanation, recommendation and engine.",
    "findings as data",
  ],
  [
    "AUD-9",
    "built",
    "decisions, Contract generation and audit",
    "`Accept: application/sarif+json` gives the report as valid SARIF 2.1.0.",
    "findings in a standard format",
  ],
  [
    "AUD-10",
    "built",
    "decisions, Contract generation and audit",
    "For code that does not compile the report says so first and never calls the contract clean.",
    "code that does not compile",
  ],
  [
    "AUD-11",
    "built",
    "decisions, Contract generation and audit",
    "A question without any Solidity is 400 and is not charged.",
    "no Solidity in the question",
  ],
  [
    "AUD-12",
    "built",
    "decisions, Contract generation and audit",
    "`POST /audits/projects` audits a zipped Foundry or Hardhat project for the auditor's price of 1 credit, in the answer's shape of the auditor.",
    "audit of a whole project, and its price",
  ],
  [
    "AUD-13",
    "built",
    "decisions, Contract generation and audit",
    "A zip that is hostile or damaged, or of which nothing can be analysed, is 422 `project_not_analysed` and is not charged.",
    "project that cannot be analysed",
  ],
]);

/** Rules about contract generation and audit. */
export const contracts = [...generator, ...auditor];
