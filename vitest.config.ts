import { defineConfig } from "vitest/config";

const withDatabase = { globalSetup: ["tests/harness/src/global-setup.ts"] };

/** The lanes of `npm run test:NAME`. Only unit runs without PostgreSQL and without built files. */
const lanes = {
  unit: {
    include: ["{apps,packages}/**/*.test.ts", "tests/{architecture,harness}/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/*.integration.test.ts"],
  },
  integration: { ...withDatabase, include: ["{apps,packages,contracts}/**/*.integration.test.ts"] },
  acceptance: { ...withDatabase, include: ["tests/{acceptance,docs,examples,sdk}/**/*.test.ts"] },
  dashboard: { ...withDatabase, include: ["tests/dashboard/**/*.test.ts"] },
  faults: { ...withDatabase, include: ["faults/**/*.test.ts"] },
};

export default defineConfig({
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two cores carry the tests, the processes they start and PostgreSQL.
    maxWorkers: 2,
    projects: Object.entries(lanes).map(([name, lane]) => ({ extends: true, test: { name, ...lane } })),
  },
});
