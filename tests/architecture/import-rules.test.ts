import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cruise, type ICruiseOptions, type ICruiseResult } from "dependency-cruiser";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import rules from "../../.dependency-cruiser.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const places = ["apps", "packages", "contracts", "tests", "faults", "bench"];

async function cruiseFrom(baseDir: string, folders: string[]): Promise<ICruiseResult> {
  const { forbidden, options } = rules as { forbidden: []; options: ICruiseOptions };
  const { output } = await cruise(folders, { ...options, baseDir, validate: true, ruleSet: { forbidden } });
  return output as ICruiseResult;
}

describe("the project", () => {
  let result: ICruiseResult;

  beforeAll(async () => {
    result = await cruiseFrom(root, places);
  });

  it("keeps the arrows of its design", () => {
    expect(result.summary.violations).toEqual([]);
  });

  it("was examined whole", () => {
    const sources = places.flatMap((place) => globSync(`${place}/**/*.ts`, { cwd: root }));
    const written = sources.filter((file) => !/(^|\/)(node_modules|dist)\//.test(file)).sort();
    const examined = new Set(result.modules.map(({ source }) => source));
    expect(written.length).toBeGreaterThan(50);
    expect(written.filter((file) => !examined.has(file))).toEqual([]);
  });
});

describe("a planted violation", () => {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-imports-"));

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ["platform-knows-nobody", "platform/clock.ts", "features/keys/index.ts"],
    ["engines-know-only-the-platform", "engines/chat/index.ts", "features/keys/index.ts"],
    ["serving-knows-only-the-platform", "serving/operation-context.ts", "features/keys/index.ts"],
    ["features-know-engines-and-platform", "features/keys/index.ts", "http/create-app.ts"],
    ["features-meet-through-their-index", "features/credits/index.ts", "features/keys/keys.repository.ts"],
    [
      "outsiders-enter-features-through-their-index",
      "http/create-app.ts",
      "features/keys/keys.repository.ts",
    ],
    ["composition-starts-nothing", "composition/compose-api.ts", "start/api.ts"],
  ])("of %s is found", async (rule, from, to) => {
    expect(await findBrokenRules(`apps/server/src/${from}`, `apps/server/src/${to}`)).toContain(rule);
  });

  it.each([
    ["packages-stay-alone", "packages/sketch/src/render.ts", "apps/server/src/platform/clock.ts"],
    [
      "packages-are-entered-through-their-exports",
      "apps/server/src/engines/image/index.ts",
      "packages/sketch/src/random.ts",
    ],
    [
      "packages-are-entered-through-their-exports",
      "packages/sdk/src/index.ts",
      "packages/sketch/src/random.ts",
    ],
  ])("of %s is found in %s", async (rule, from, to) => {
    expect(await findBrokenRules(from, to)).toContain(rule);
  });

  it("is not what files of one package do", async () => {
    expect(await findBrokenRules("packages/sketch/src/index.ts", "packages/sketch/src/random.ts")).toEqual(
      [],
    );
  });

  async function findBrokenRules(from: string, to: string): Promise<string[]> {
    for (const file of [from, to]) mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, to), "export const answer = 42;\n");
    const up = "../".repeat(from.split("/").length - 1);
    writeFileSync(join(folder, from), `export { answer } from "${up}${to}";\n`);
    writeFileSync(join(folder, "tsconfig.json"), "{}");
    const { summary } = await cruiseFrom(folder, [
      ...new Set([from, to].map((file) => file.split("/", 1)[0] ?? "")),
    ]);
    return summary.violations.map((violation) => violation.rule.name);
  }
});
