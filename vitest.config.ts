import { defineConfig } from "vitest/config";

export default defineConfig({
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    include: ["{apps,packages,contracts,tests,bench,faults}/**/*.test.ts"],
    globalSetup: ["tests/harness/src/global-setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two cores carry the tests, the processes they start and PostgreSQL.
    maxWorkers: 2,
  },
});
