import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, it } from "vitest";
import { describeConfig } from "./describe-config.ts";
import { readConfig } from "./read-config.ts";

const installation = {
  DATABASE_URL: "postgres://db/x",
  PUBLIC_URL: "https://api.example.com",
  DASHBOARD_SECRET: "a secret of the tests that is long enough",
};

/** The settings that the guide tells operators to copy. */
function readGuide(): Record<string, string> {
  const guide = readFileSync(new URL("../../../../docs/guides/teams.md", import.meta.url), "utf8");
  const block = /```ini\n(OIDC_ISSUER[^`]*)```/.exec(guide)?.[1] ?? "";
  return parseEnv(block) as Record<string, string>;
}

it("reads the settings of the guide, and never shows the secret", () => {
  const config = readConfig({ ...installation, ...readGuide() });
  expect(config.dashboard?.oidc).toEqual({
    discoveryUrl: "https://login.example.com/realms/works/.well-known/openid-configuration",
    clientId: "mintwright",
    clientSecret: "the-secret-of-the-client",
    name: "Example SSO",
  });
  const shown = JSON.stringify(describeConfig(config));
  expect(shown).toContain("Example SSO");
  expect(shown).not.toContain("the-secret-of-the-client");
});

it("takes an issuer with a slash at its end, and settings that are empty as not given", () => {
  const guide = readGuide();
  const { dashboard } = readConfig({ ...installation, ...guide, OIDC_ISSUER: `${guide.OIDC_ISSUER}/` });
  expect(dashboard?.oidc?.discoveryUrl).toBe(`${guide.OIDC_ISSUER}/.well-known/openid-configuration`);
  const empty = Object.fromEntries(Object.keys(guide).map((name) => [name, ""]));
  expect(readConfig({ ...installation, ...empty }).dashboard?.oidc).toBeUndefined();
});

it.each(["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "DASHBOARD_SECRET"])(
  "refuses to start with half of the settings: without %s",
  (missing) => {
    const environment = { ...installation, ...readGuide(), [missing]: undefined };
    expect(() => readConfig(environment)).toThrow("set all of them, and DASHBOARD_SECRET, or none");
  },
);
