import { defineConfig } from "vitest/config";

const withDatabase = { globalSetup: ["tests/harness/src/global-setup.ts"] };

/** Tests that measure time: nothing else runs beside them. */
const measuredAlone = {
  integration: ["apps/server/src/features/admission/locked-account.integration.test.ts"],
  acceptance: ["tests/acceptance/hostile-text.test.ts"],
};

/** The lanes of `npm run test:NAME`. Only unit runs without PostgreSQL and without built files. */
const lanes = {
  unit: {
    include: [
      "{apps,packages}/**/*.test.ts",
      "tests/{architecture,harness}/**/*.test.ts",
      "deploy/**/*.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/*.{integration,acceptance,faults}.test.ts"],
  },
  integration: {
    ...withDatabase,
    include: ["{apps,packages,contracts}/**/*.integration.test.ts"],
    exclude: ["**/node_modules/**", ...measuredAlone.integration],
  },
  "integration-alone": {
    ...withDatabase,
    include: measuredAlone.integration,
    sequence: { groupOrder: 1 },
  },
  acceptance: {
    ...withDatabase,
    include: [
      "tests/{acceptance,deploy,docs,examples,sdk}/**/*.test.ts",
      "{apps,packages}/**/*.acceptance.test.ts",
    ],
    exclude: ["**/node_modules/**", ...measuredAlone.acceptance],
  },
  "acceptance-alone": {
    ...withDatabase,
    include: measuredAlone.acceptance,
    sequence: { groupOrder: 1 },
  },
  dashboard: { ...withDatabase, include: ["tests/dashboard/**/*.test.ts"] },
  containers: { ...withDatabase, include: ["tests/containers/slim-image.test.ts"] },
  compose: {
    ...withDatabase,
    include: ["tests/containers/{compose,full-image}.test.ts"],
    sequence: { groupOrder: 2 },
    fileParallelism: false,
  },
  faults: { ...withDatabase, include: ["faults/**/*.test.ts", "{apps,packages}/**/*.faults.test.ts"] },
};

export default defineConfig({
  cacheDir: process.env.TEST_CACHE ?? "node_modules/.vite",
  ssr: { resolve: { conditions: ["@mintwright/source"] } },
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // By default a second, which a busy machine needs for a single step.
    expect: { poll: { timeout: 20_000 } },
    // Two cores carry the tests, the processes they start and PostgreSQL; a third worker fills the time that others wait.
    maxWorkers: 3,
    projects: Object.entries(lanes).map(([name, lane]) => ({ extends: true, test: { name, ...lane } })),
  },
});
