import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import sharp from "sharp";
import { drawDiagrams } from "./draw-diagrams.ts";
import { base } from "./navigation.ts";
import { root, type Source } from "./sources.ts";

const images = new Set([".png", ".webp", ".svg"]);

/** Writes the pages for Starlight: a title, links between pages, diagrams as SVG. Copies the images that they show. */
export async function writePages(
  sources: readonly Source[],
  pagesFolder: string,
  publicFolder: string,
): Promise<void> {
  const slugs = new Map(sources.map(({ path, slug }) => [path, slug]));
  const shown = new Set<string>();
  for (const source of sources) {
    const rewrite = (target: string) => rewriteTarget(target, source.path, slugs, shown);
    const text = mapProse(drawDiagrams(source.text), (prose) => rewriteLinks(prose, rewrite));
    writePage(pagesFolder, source.slug, { title: source.title }, text);
  }
  for (const path of shown) await copyImage(path, publicFolder);
}

export function writePage(folder: string, slug: string, front: object, text: string, extension = "md"): void {
  const file = join(folder, `${slug || "index"}.${extension}`);
  mkdirSync(dirname(file), { recursive: true });
  // JSON is YAML.
  const lines = Object.entries(front).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  writeFileSync(file, `---\n${lines.join("\n")}\n---\n${text}`);
}

/** Changes a text outside its code blocks. */
export function mapProse(text: string, change: (prose: string) => string): string {
  return text
    .split(/^(```[^\n]*\n[\s\S]*?^```$)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join("");
}

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

async function copyImage(path: string, publicFolder: string): Promise<void> {
  const copy = join(publicFolder, copyOf(path));
  mkdirSync(dirname(copy), { recursive: true });
  if (path.endsWith(".png")) await sharp(`${root}${path}`).webp({ quality: 80 }).toFile(copy);
  else cpSync(`${root}${path}`, copy);
}
