import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** A Markdown file of the repository that becomes a page. */
export interface Source {
  /** Relative to the repository. */
  path: string;
  slug: string;
  title: string;
  text: string;
}

const outsideDocs: Record<string, string> = {
  "CHANGELOG.md": "changelog",
  "CONTRIBUTING.md": "contributing",
  "SECURITY.md": "threat-model",
  "examples/README.md": "examples",
  "packages/sdk/README.md": "sdk",
  "packages/sketch/README.md": "sketch",
};

/** Lists every page that is written by hand, in the order of its paths. */
export function listSources(): Source[] {
  const paths = globSync("docs/**/*.md", { cwd: root, exclude: ["docs/sdk/**"] }).sort();
  const documents = paths.map((path) => readSource(path, slugOf(path)));
  return [
    ...documents,
    listRunbooks(documents),
    ...Object.entries(outsideDocs).map(([path, slug]) => readSource(path, slug)),
  ];
}

const slugOf = (path: string) =>
  path
    .slice("docs/".length, -".md".length)
    .replace(/(^|\/)index$/, "")
    .toLowerCase();

/** The page behind links to the folder of the runbooks. */
function listRunbooks(documents: readonly Source[]): Source {
  const rows = documents
    .filter(({ slug }) => slug.startsWith("runbooks/"))
    .map(({ title, text }) => {
      const [meaning = ""] = (text.split("\n\n")[1] ?? "").replaceAll("\n", " ").split(". ");
      return `| [${title}](runbooks/${title}.md) | ${meaning.replace(/\.?$/, ".")} |`;
    });
  const text = `\nWhat to do when an alert fires.\n\n| alert | what it means |\n|---|---|\n${rows.join("\n")}\n`;
  return { path: "docs/runbooks", slug: "runbooks", title: "Runbooks", text };
}

function readSource(path: string, slug: string): Source {
  const text = readFileSync(`${root}${path}`, "utf8");
  const [heading = "", ...lines] = text.split("\n");
  if (!heading.startsWith("# ")) throw new Error(`${path} does not start with a title`);
  return { path, slug, title: heading.slice(2), text: lines.join("\n") };
}
