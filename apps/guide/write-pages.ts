import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import sharp from "sharp";
import { mapProse } from "./code-blocks.ts";
import { drawDiagrams } from "./draw-diagrams.ts";
import { base } from "./navigation.ts";
import { root, type Source } from "./sources.ts";

const maxImageWidth = 1472;
const images = new Set([".png", ".webp", ".svg"]);
/** Lists that name everything: as results of a search they would hide the pages that explain it. */
const unsearched = new Set(["spec-conformance", "dependencies", "changelog"]);

export interface ImageSize {
  width: number;
  height: number;
}

/** Writes the pages for Starlight: a title, links between pages, diagrams as SVG. Copies the images that they show and returns their sizes. */
export async function writePages(
  sources: readonly Source[],
  pagesFolder: string,
  publicFolder: string,
): Promise<ReadonlyMap<string, ImageSize>> {
  const slugs = new Map(sources.map(({ path, slug }) => [path, slug]));
  const shown = new Set<string>();
  for (const source of sources) {
    const rewrite = (target: string) => rewriteTarget(target, source.path, slugs, shown);
    const text = mapProse(drawDiagrams(showNeeds(source.text)), (prose) => rewriteLinks(prose, rewrite));
    const front = { title: source.title, ...(unsearched.has(source.slug) && { pagefind: false }) };
    writePage(pagesFolder, source.slug, front, text);
  }
  const sizes = new Map<string, ImageSize>();
  for (const path of shown) sizes.set(`${base}/${copyOf(path)}`, await copyImage(path, publicFolder));
  return sizes;
}

export function writePage(folder: string, slug: string, front: object, text: string, extension = "md"): void {
  const file = join(folder, `${slug || "index"}.${extension}`);
  mkdirSync(dirname(file), { recursive: true });
  // JSON is YAML.
  const lines = Object.entries(front).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  writeFileSync(file, `---\n${lines.join("\n")}\n---\n${text}`);
}

/** Commands that a test cannot run say what they need. */
const showNeeds = (text: string) =>
  text.replaceAll(/^```sh needs="([^"\n]+)"$/gm, '<p class="needs">Needs $1</p>\n\n```sh');

/** A link whose target has no page keeps its text. */
function rewriteLinks(prose: string, rewrite: (target: string) => string | undefined): string {
  return prose.replaceAll(/(!?)\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^()\s]+)\)/g, (link, sign, label, target) => {
    if (/^[a-z]+:/.test(target)) return link;
    const address = rewrite(target);
    return address === undefined ? label : `${sign}[${label}](${address})`;
  });
}

function rewriteTarget(
  target: string,
  from: string,
  slugs: ReadonlyMap<string, string>,
  shown: Set<string>,
): string | undefined {
  const [relative = "", anchor] = target.split("#", 2);
  if (!relative) return target;
  const path = join(dirname(from), relative).replace(/\/$/, "");
  if (!existsSync(`${root}${path}`)) throw new Error(`${from} links to ${target}, which does not exist`);
  const slug = slugs.get(path) ?? slugs.get(`${path}/README.md`);
  if (slug !== undefined) return `${base}/${slug && `${slug}/`}${anchor === undefined ? "" : `#${anchor}`}`;
  if (!images.has(extname(path))) return undefined;
  shown.add(path);
  return `${base}/${copyOf(path)}`;
}

const copyOf = (path: string) => path.replace(/^docs\//, "").replace(/\.png$/, ".webp");

/** Copies an image, no wider than a screen with two pixels for each of the text's, and returns its size. */
async function copyImage(path: string, publicFolder: string): Promise<ImageSize> {
  const copy = join(publicFolder, copyOf(path));
  mkdirSync(dirname(copy), { recursive: true });
  const image = sharp(`${root}${path}`);
  if (path.endsWith(".svg")) {
    cpSync(`${root}${path}`, copy);
    return image.metadata();
  }
  return image.resize({ width: maxImageWidth, withoutEnlargement: true }).webp({ quality: 75 }).toFile(copy);
}
