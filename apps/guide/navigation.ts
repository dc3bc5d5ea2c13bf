/** Where the API process serves the site. */
export const base = "/guide";

/** Shorter than the titles of the pages. */
export const labels: Record<string, string> = {
  "": "Overview",
  sdk: "TypeScript client",
  examples: "Examples",
  operations: "Operations reference",
  troubleshooting: "Something is broken",
  "guides/faq": "FAQ",
  "guides/contracts": "Solidity contracts",
  "guides/minting": "Minting",
  "spec-decisions": "Decisions",
  "spec-conformance": "Conformance",
  "threat-model": "Threat model",
};

const group = (label: string, slugs: readonly string[]) => ({ label, items: [...slugs] });

/** The pages in the order of the side bar. The build fails for a page that is not in it. */
export function listNavigation(referenceSlugs: readonly string[], sourceSlugs: readonly string[]) {
  return [
    group("Start here", [
      "",
      "developers",
      "operators",
      "account-owners",
      "guides/getting-started",
      "guides/faq",
      "troubleshooting",
      "comparison",
      "glossary",
      "changelog",
    ]),
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
      "security",
      "threat-model",
      "operations",
    ]),
    {
      label: "Runbooks",
      collapsed: true,
      items: sourceSlugs.filter((slug) => slug.startsWith("runbooks")).sort(),
    },
    group("Concepts", [
      "concepts/request",
      "concepts/holds",
      "concepts/queues",
      "concepts/fairness",
      "concepts/minting-outbox",
      "concepts/cells",
    ]),
    group("Performance and reliability", ["reliability", "performance", "capacity", "slos", "long-proofs"]),
    {
      label: "Design",
      collapsed: true,
      items: ["architecture", "dependencies", "sketch", "spec-conformance", "spec-decisions", "contributing"],
    },
  ];
}
