import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { describeConfig } from "./describe-config.ts";
import { readConfig } from "./read-config.ts";

const folder = mkdtempSync(join(tmpdir(), "mintwright-config-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const secrets = "secretKey: { env: KEY }, webhookSecret: { env: HOOK }";

function read(payments: string, environment: Record<string, string> = {}) {
  const file = join(folder, "mintwright.yaml");
  writeFileSync(file, `payments: { ${payments} }`);
  return readConfig({
    DATABASE_URL: "postgres://localhost/mintwright",
    PUBLIC_URL: "https://api.example.com",
    DASHBOARD_SECRET: "a secret of the tests that is long enough",
    MINTWRIGHT_CONFIG: file,
    KEY: "sk_live_hidden",
    HOOK: "whsec_hidden",
    ...environment,
  });
}

it("prices packs in the currency's smallest unit, and shows no secret", () => {
  const config = read(
    `provider: stripe, ${secrets}, currency: eur, pricePerCredit: 0.07, packs: [100, 1000, 100]`,
  );
  expect(config.payments).toEqual({
    secretKey: "sk_live_hidden",
    webhookSecret: "whsec_hidden",
    currency: "eur",
    packs: [
      { credits: 100, amount: 7 },
      { credits: 1_000, amount: 70 },
    ],
    seller: [],
  });
  expect(JSON.stringify(describeConfig(config))).not.toContain("hidden");
});

it("refuses what cannot be paid: fractions of a cent, odd currencies, secrets written down, no dashboard", () => {
  const rest = "pricePerCredit: 1, packs: [100]";
  expect(() => read(`provider: stripe, ${secrets}, currency: usd, pricePerCredit: 0.5, packs: [25]`)).toThrow(
    "25 credits would cost 12.5, which is not a whole amount",
  );
  for (const currency of ["kwd", "isk", "abc"])
    expect(() => read(`provider: stripe, ${secrets}, currency: ${currency}, ${rest}`)).toThrow(
      "choose another, such as usd",
    );
  expect(() =>
    read(`provider: stripe, secretKey: sk_live_x, webhookSecret: { env: HOOK }, currency: usd, ${rest}`),
  ).toThrow("must not contain the secret itself");
  expect(() =>
    read(`provider: stripe, ${secrets}, currency: usd, ${rest}`, { DASHBOARD_SECRET: "" }),
  ).toThrow("payments: requires the dashboard");
});
