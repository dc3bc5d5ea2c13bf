/** Where the API process serves the site. */
export const base = "/guide";

/** Shorter than the titles of the pages. */
export const labels: Record<string, string> = {
  "": "Overview",
  sdk: "TypeScript client",
  examples: "Examples",
  operations: "Operations reference",
  "guides/contracts": "Solidity contracts",
  "guides/minting": "Minting",
  "spec-decisions": "Decisions",
  "spec-conformance": "Conformance",
  "threat-model": "Threat model",
};

const group = (label: string, slugs: readonly string[]) => ({ label, items: [...slugs] });

/** The pages in the order of the side bar. The build fails for a page that is not in it. */
export function listNavigation(referenceSlugs: readonly string[], runbookSlugs: readonly string[]) {
  return [
    group("Start here", ["", "guides/getting-started", "guides/faq", "troubleshooting", "comparison"]),
    group("Call the API", [
      "guides/calling-the-api",
      "guides/sandbox",
      "sdk",
      "guides/images",
      "guides/collections",
      "guides/contracts",
      "guides/assistant",
      "guides/news",
      "guides/library",
      "guides/webhooks",
      "examples",
    ]),
    { label: "API reference", collapsed: true, items: [...referenceSlugs] },
    group("Your account", ["guides/dashboard", "guides/teams", "guides/logs"]),
    group("Run an installation", [
      "guides/operator",
      "guides/containers",
      "guides/deployment",
      "guides/minting",
      "guides/monitoring",
      "guides/backups",
      "upgrade",
      "operations",
      "slos",
    ]),
    { label: "Runbooks", collapsed: true, items: [...runbookSlugs] },
    group("Concepts", [
      "concepts/request",
      "concepts/holds",
      "concepts/queues",
      "concepts/fairness",
      "concepts/minting-outbox",
      "concepts/cells",
    ]),
    {
      label: "Design and proof",
      collapsed: true,
      items: [
        "architecture",
        "reliability",
        "security",
        "threat-model",
        "long-proofs",
        "dependencies",
        "sketch",
        "spec-conformance",
        "spec-decisions",
        "glossary",
        "contributing",
        "changelog",
      ],
    },
  ];
}
