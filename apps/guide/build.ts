import { createHash } from "node:crypto";
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "astro";
import { labelTables } from "./label-tables.ts";
import { listNavigation } from "./navigation.ts";
import { outFolder, site } from "./site.ts";
import { listSources } from "./sources.ts";
import { writeLlms } from "./write-llms.ts";
import { writePages } from "./write-pages.ts";
import { writeReferencePages } from "./write-reference.ts";

const at = (path: string) => join(import.meta.dirname, path);
const pages = at("src/content/docs");
// Rendered pages of an earlier build name style sheets of that build.
for (const folder of [pages, at("public"), at(".astro"), outFolder])
  rmSync(folder, { recursive: true, force: true });

const sources = listSources();
const sizes = await writePages(sources, pages, at("public"));
cpSync(at("../server/pages/mark.svg"), at("public/mark.svg"));
const references = writeReferencePages(pages);
const navigation = listNavigation(
  references,
  sources.map(({ slug }) => slug),
);
const shown = new Set(navigation.flatMap(({ items }) => items));
const missing = sources.filter(({ slug }) => !shown.has(slug)).map(({ path }) => path);
if (missing.length > 0) throw new Error(`not in navigation.ts: ${missing.join(", ")}`);

await build(site(navigation));
removeUnusedSearchFiles();
for (const path of globSync("**/*.html", { cwd: outFolder })) {
  const file = join(outFolder, path);
  writeFileSync(file, letKeysScroll(addSizes(labelTables(readFileSync(file, "utf8")))));
}
writeLlms(sources, navigation, outFolder);
writeScriptHashes();
compressTexts();

/** An image whose size is known does not move the text when it arrives. */
function addSizes(html: string): string {
  return html.replaceAll(/<img src="([^"]+)"/g, (tag, path: string) => {
    const size = sizes.get(path);
    return size ? `${tag} width="${size.width}" height="${size.height}"` : tag;
  });
}

/** Code may be wider than the screen. The script of the code blocks cannot tell while a block is not laid out. */
function letKeysScroll(html: string): string {
  return html.replaceAll(/(<pre data-language="[^"]*">)<code>/g, '$1<code tabindex="0">');
}

/** Pagefind also writes interfaces of its own; Starlight has one. */
function removeUnusedSearchFiles(): void {
  for (const path of globSync("pagefind/{pagefind-*ui.*,pagefind-highlight.js,wasm.unknown.pagefind}", {
    cwd: outFolder,
  }))
    rmSync(join(outFolder, path));
}

/** The API process allows exactly these inline scripts. */
function writeScriptHashes(): void {
  const scripts = globSync("**/*.html", { cwd: outFolder }).flatMap((path) =>
    listInlineScripts(readFileSync(join(outFolder, path), "utf8")),
  );
  const hashes = scripts.map((script) => createHash("sha256").update(script).digest("base64"));
  writeFileSync(join(outFolder, "script-hashes.json"), JSON.stringify([...new Set(hashes)].sort()));
}

function listInlineScripts(html: string): string[] {
  const parts = html.split("<script").slice(1);
  return parts.flatMap((part) => {
    const start = part.indexOf(">");
    return part.slice(0, start).includes(" src=") ? [] : [part.slice(start + 1, part.indexOf("</script>"))];
  });
}

/** The API process sends these copies instead of compressing each answer. */
function compressTexts(): void {
  for (const path of globSync("**/*.{html,css,js,json,svg,txt}", { cwd: outFolder })) {
    const file = join(outFolder, path);
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
  }
}
