import { statSync } from "node:fs";
import { askMintwright, createDatabase, runMintwright, type TestDatabase } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let database: TestDatabase;
let environment: { DATABASE_URL: string };
let accountId: string;

beforeAll(async () => {
  database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
  environment = { DATABASE_URL: database.url };
  const args = ["account", "create", "--email", "Owner@Example.com", "--credits", "4.75"];
  accountId = (await admin<{ accountId: string }>(...args)).accountId;
});

afterAll(() => database.drop());

const admin = <Answer>(...args: string[]) => askMintwright<Answer>(["admin", ...args], environment);

const run = (...args: string[]) => runMintwright(args, environment);

async function expectRefusal(args: string[], sentence: RegExp): Promise<void> {
  const { status, stdout, stderr } = await runMintwright(args, environment);
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect([status, stdout]).toEqual([1, ""]);
}

describe("--help", () => {
  it("names every command and the first steps", async () => {
    const { status, stdout } = await runMintwright(["--help"], {});
    expect(status).toBe(0);
    for (const name of ["api", "worker", "migrate", "config", "doctor", "admin"]) {
      expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, "m"));
    }
    expect(stdout).toContain("First steps:");
    expect(stdout).toContain("DATABASE_URL");
  });

  it("loads no code that only some commands need", async () => {
    const listUrls = `import { registerHooks } from "node:module";
      registerHooks({ load(url, context, next) { process.stderr.write(url + "\\n"); return next(url, context); } });`;
    const { stderr } = await runMintwright(["--help"], {
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(listUrls)}`,
    });
    const files = stderr.split("\n").filter((url) => url.startsWith("file:"));
    expect(files.some((url) => url.endsWith("/dist/cli.js"))).toBe(true);
    expect(files.filter((url) => url.includes("/node_modules/"))).toEqual([]);
    // 3.8 MB of the bundle's 28.
    expect(files.reduce((bytes, url) => bytes + statSync(new URL(url)).size, 0)).toBeLessThan(5_000_000);
  });

  it.each([
    ["api"],
    ["worker"],
    ["migrate"],
    ["doctor"],
    ["config"],
    ["config check"],
    ["admin"],
    ["admin account"],
    ["admin account create"],
    ["admin account grant"],
    ["admin key"],
    ["admin key create"],
    ["admin key list"],
    ["admin key revoke"],
    ["admin key replace"],
    ["admin user"],
    ["admin user remove-second-factor"],
    ["admin ledger"],
    ["admin ledger verify"],
    ["admin reconcile"],
    ["admin ledger months"],
    ["admin ledger seal"],
    ["admin ledger export"],
    ["admin ledger detach"],
    ["admin ledger restore"],
  ])("of %s works without a database and says what it does", async (command) => {
    const { status, stdout, stderr } = await runMintwright([...command.split(" "), "--help"], {});
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(new RegExp(`^Usage: mintwright ${command} .*\n\n\\w.{10,}\n`));
  });
});

describe("--json", () => {
  it("gives the documented shapes for accounts and keys", async () => {
    expect(accountId).toMatch(uuid);
    const owner = ["--account", "owner@example.com"];
    const created = await admin<{ id: string; key: string }>("key", "create", ...owner, "--name", "first");
    expect(created).toStrictEqual({
      id: expect.stringMatching(uuid),
      key: expect.stringMatching(/^mw_live_aa[0-9A-Za-z]{36}$/),
    });
    const replaced = await admin<{ id: string; key: string }>(
      "key",
      "replace",
      ...owner,
      "--key",
      created.id,
    );
    expect(replaced).toStrictEqual({ id: created.id, key: expect.stringMatching(/^mw_live_aa/) });
    expect(await admin("key", "revoke", ...owner, "--key", created.id)).toStrictEqual({
      id: created.id,
      state: "revoked",
    });
    expect(await admin("key", "list", ...owner)).toMatchObject([{ keyId: created.id, state: "revoked" }]);
    expect(await admin("account", "grant", ...owner, "--credits", "0.25")).toStrictEqual({
      accountId,
      balance: 5,
    });
    expect(await admin("ledger", "verify")).toStrictEqual({ accounts: 1, mismatches: [] });
  });

  it("gives an account's limits, changes them and returns them to the default", async () => {
    const email = "owner@example.com";
    const shown = await admin<{ limits: object; own: object | null }>("account", "limits", email);
    expect(shown).toStrictEqual({ accountId, limits: expect.any(Object), own: null });
    const changes = ["--rate", "7", "--keys", "8", "--streams", "9", "--stored-bytes", "10", "--pages", "11"];
    const own = { ratePerMinute: 7, keys: 8, streams: 9, storedBytes: 10, pages: 11, heavyOperations: 12 };
    const changed = await admin("account", "limits", email, ...changes, "--heavy", "12");
    expect(changed).toStrictEqual({ accountId, limits: own, own });
    const { stdout } = await run("admin", "account", "limits", email, "--keys", "default");
    expect(stdout).toMatch(/^ratePerMinute: 7 \(this account\)\nkeys: .+ \(every account\)\n/);
    const back = ["--rate", "default", "--streams", "default", "--stored-bytes", "default"];
    await admin("account", "limits", email, ...back, "--pages", "default", "--heavy", "default");
    expect(await admin("account", "limits", email)).toMatchObject({ limits: shown.limits });
    await expectRefusal(
      ["admin", "account", "limits", email, "--streams", "many"],
      /Enter a whole number, or default\./,
    );
  });

  it("is one line of JSON, and without it the same is said in words", async () => {
    const verify = await run("admin", "ledger", "verify", "--json");
    expect(verify.stdout.trimEnd()).not.toContain("\n");
    expect((await run("admin", "ledger", "months")).stdout).toMatch(/^\d{4}-\d{2} {2}open$/m);
    expect((await run("admin", "ledger", "seal")).stdout).toBe("No month to seal.\n");
    expect((await run("admin", "ledger", "detach", "--month", "2001-01")).stderr).toBe(
      "The ledger has no month 2001-01. `mintwright admin ledger months` lists them.\n",
    );
    expect((await run("admin", "ledger", "verify")).stdout).toBe("The ledger adds up for all 1 accounts.\n");
    const { stdout } = await run("admin", "key", "create", "--account", accountId, "--name", "second");
    expect(stdout).toMatch(/^Key [0-9a-f-]{36}\. Copy it now: it is not shown again\.\nmw_live_aa\w{36}\n$/);
  });
});

describe("wrong arguments end with 1 and a sentence", () => {
  it("for an unknown command or option, with a suggestion", async () => {
    await expectRefusal(["migrat"], /unknown command 'migrat'[\s\S]*Did you mean migrate\?/);
    await expectRefusal(
      ["admin", "key", "list", "--account", "x", "--jsn"],
      /unknown option '--jsn'[\s\S]*Did you mean --json\?/,
    );
  });

  it("for a user without a second factor", () =>
    expectRefusal(
      ["admin", "user", "remove-second-factor", "--user", "nobody@example.com"],
      /^No user nobody@example\.com has two-factor authentication turned on\.\n$/,
    ));

  it("for a required option that is missing", async () => {
    await expectRefusal(["admin", "account", "create"], /required option '--email <email>' not specified/);
    await expectRefusal(
      ["admin", "key", "create", "--account", accountId],
      /required option '--name <name>'/,
    );
  });

  it("for values that cannot be", async () => {
    const create = ["admin", "account", "create", "--email"];
    await expectRefusal([...create, "nobody"], /Enter an email address such as owner@example\.com\./);
    for (const credits of ["-1", "1.234", "many", "1e3"]) {
      await expectRefusal([...create, "a@b", `--credits=${credits}`], /Enter a number with at most two/);
    }
    const key = ["admin", "key", "create", "--account", accountId, "--name", "x"];
    for (const rate of ["-1", "2.5", "fast"]) {
      await expectRefusal(
        [...key, `--rate=${rate}`],
        /Enter a whole number of requests per minute, or none\./,
      );
    }
    await expectRefusal([...key, "--expires", "soon"], /Enter a date such as 2027-01-31/);
  });

  it("for an account or a key that does not exist, or an email that is taken", async () => {
    const create = ["admin", "account", "create", "--email", "OWNER@example.com"];
    await expectRefusal(create, /^An account for OWNER@example\.com already exists\. Use another email\.\n$/);
    await expectRefusal(
      ["admin", "key", "list", "--account", "who"],
      /^No account who found\. Enter the account/,
    );
    const missing = "00000000-0000-4000-8000-000000000000";
    for (const verb of ["revoke", "replace"]) {
      const args = ["admin", "key", verb, "--account", accountId, "--key", missing];
      await expectRefusal(args, new RegExp(`^No active key ${missing} found\\. Check the ids`));
    }
  });

  it("for a key id that is no id at all", async () => {
    for (const verb of ["revoke", "replace"]) {
      const args = ["admin", "key", verb, "--account", accountId, "--key", "first"];
      await expectRefusal(args, /^No active key first found\./);
    }
  });

  it("for a grant of nothing", async () => {
    await expectRefusal(
      ["admin", "account", "grant", "--account", accountId, "--credits", "0"],
      /[Cc]redits/,
    );
  });

  it("for a key of another account", async () => {
    const { key: _, id } = await admin<{ id: string; key: string }>(
      ...["key", "create", "--account", accountId, "--name", "third"],
    );
    const other = await admin<{ accountId: string }>("account", "create", "--email", "other@example.com");
    const args = ["admin", "key", "revoke", "--account", other.accountId, "--key", id];
    await expectRefusal(args, /^No active key /);
  });

  it("for a replacement of an expired key, which would be expired as well", async () => {
    const name = ["--account", accountId, "--name", "late"];
    const { id } = await admin<{ id: string }>("key", "create", ...name, "--expires", "2020-01-31");
    const args = ["admin", "key", "replace", "--account", accountId, "--key", id];
    await expectRefusal(args, /^No active key /);
  });
});
