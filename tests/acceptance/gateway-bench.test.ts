import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const bench = fileURLToPath(new URL("../../bench/gateways.ts", import.meta.url));

test("bench:gateways measures Mintwright, and a budget of 50 answers lets 50 of 1,000 requests through", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@mintwright/source", bench], {
    env: {
      ...process.env,
      GATEWAYS: "bare,mintwright",
      GATEWAY_ROUNDS: "1",
      GATEWAY_SECONDS: "0.1",
      GATEWAY_CLIENTS: "1,64",
    },
  });
  expect(stdout).toMatch(/^\| Mintwright \| \d+ MB \| 50 \|$/m);
  expect(stdout).toMatch(/^\| Mintwright \/chat\/stream \| -?[\d.]+ \|/m);
  expect(stdout).toMatch(/^figure gateways\.added_p50_in_ms = -?[\d.e-]+ \(goal < 1\.5\)$/m);
  expect(stdout).toMatch(/^figure gateways\.overspent_calls = 0\.000 \(goal = 0\)$/m);
}, 180_000);
