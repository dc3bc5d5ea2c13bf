import { assertLedgerAddsUp, createTestAccount } from "@mintwright/test-harness";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi, getCredits } from "./call-api.ts";
import { expectError, expectInvalid } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { sendRaw } from "./raw-http.ts";
import { zipProject } from "./zip-project.ts";

const bank = `pragma solidity ^0.8.20;
import {Owned} from "owned/Owned.sol";
contract Bank is Owned {
  function close() external {
    selfdestruct(payable(msg.sender));
  }
}
`;
const foundry = {
  "bank-main/foundry.toml": '[profile.default]\nsrc = "src"\nremappings = ["owned/=vendor/owned/"]\n',
  "bank-main/vendor/owned/Owned.sol":
    "pragma solidity ^0.8.20; abstract contract Owned { address internal owner = msg.sender; }",
  "bank-main/src/Bank.sol": bank,
  "bank-main/src/Broken.sol": "pragma solidity ^0.8.20;\ncontract Broken { nonsense }",
  "bank-main/test/Bank.t.sol": "this is not Solidity",
};
const zip = zipProject(foundry);
const contract = strToU8("contract A {}");
const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

interface AuditBody {
  status: boolean;
  data: {
    bot: string;
    report: {
      findings: { rule: string; file: string; lines: number[] }[];
      analysed: { files: string[] };
      notAnalysed: { what: string; reason: string }[];
    };
  };
}

let installation: Installation;
let key: string;

beforeAll(async () => {
  installation = await startInstallation();
  ({ key } = await createTestAccount(installation.database.url, { credits: 100 }));
});

afterAll(async () => {
  if (installation) await assertLedgerAddsUp(installation.database.url);
  await installation?.stop();
});

const audit = (body: object, headers: Record<string, string> = {}) =>
  callApi<AuditBody>(installation.api, "/audits/projects", { key, body, headers });

/** Runs calls and returns what they cost; the account's amounts must agree afterwards. */
async function spentBy(work: () => Promise<unknown>): Promise<number> {
  const { spent } = await getCredits(installation.api, key);
  await work();
  const after = await getCredits(installation.api, key);
  expect(after.granted).toBe(after.balance + after.held + after.spent);
  expect(after.held).toBe(0);
  return after.spent - spent;
}

describe("an audit of a project", { timeout: 120_000 }, () => {
  it("reads settings and remappings, reports by file, and costs 1 credit [AUD-12]", async () => {
    const price = await audit({ zip }, { prefer: "dry-run" });
    expect(price.body.data).toMatchObject({ price: 1, isAffordable: true });
    const cost = await spentBy(async () => {
      const { status, body, headers } = await audit({ zip, name: "Harbour bank" }, { prefer: "store" });
      expect(status).toBe(200);
      expect(headers.get("x-credits-charged")).toBe("1");
      const { bot, report } = body.data;
      expect(report.analysed.files).toEqual(["src/Bank.sol"]);
      expect(report.findings).toMatchObject([
        { rule: "unprotected-selfdestruct", file: "src/Bank.sol", lines: [4, 5] },
      ]);
      expect(report.notAnalysed.map(({ what }) => what)).toEqual(
        expect.arrayContaining(["src/Broken.sol", "2 other files"]),
      );
      expect(bot).toContain("src/Broken.sol");
      const itemId = headers.get("x-library-item");
      const item = await callApi<{ data: object }>(installation.api, `/library/${itemId}`, { key });
      expect(item.body.data).toMatchObject({
        kind: "audit",
        title: "Audit of Harbour bank",
        model: "smart_contract_auditor",
        price: 1,
        audit: { contracts: ["Bank"], counts: { high: 1 } },
      });
      const file = await callApi<object>(installation.api, `/library/${itemId}/file`, { key });
      expect(file.body).toMatchObject({ files: { "src/Bank.sol": bank }, report, markdown: bot });
    });
    expect(cost).toBe(1);
  });

  it("answers in SARIF when asked to", async () => {
    const { status, body } = await audit({ zip }, { accept: "application/sarif+json" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: "2.1.0",
      runs: [{ results: [{ ruleId: "unprotected-selfdestruct" }] }],
    });
  });

  it("is charged once for an idempotency key", async () => {
    const headers = { "idempotency-key": "project-1" };
    const cost = await spentBy(async () => {
      const first = await audit({ zip }, headers);
      const second = await audit({ zip }, headers);
      expect(second.headers.get("idempotency-replayed")).toBe("true");
      expect(second.text).toBe(first.text);
      expectError(
        await audit({ zip: zipProject({ "A.sol": "contract A {}" }) }, headers),
        422,
        "idempotency_key_reused",
      );
    });
    expect(cost).toBe(1);
  });

  it("is refused and free when nothing can be analysed [AUD-13]", async () => {
    const cost = await spentBy(async () => {
      expectError(await audit({ zip: zipProject({ "README.md": "no code" }) }), 422, "project_not_analysed");
      const broken = await audit({ zip: zipProject({ "Broken.sol": "contract Broken { nonsense }" }) });
      expectError(broken, 422, "project_not_analysed", {
        notAnalysed: [{ what: "Broken.sol", reason: expect.stringContaining("does not compile in line 1") }],
      });
    });
    expect(cost).toBe(0);
  });

  it("refuses hostile archives, uncharged [AUD-13]", async () => {
    const honest = Buffer.from(zipSync({ "Bomb.sol": new Uint8Array(25_000_000) }));
    const lying = Buffer.from(honest);
    lying.writeUInt32LE(100, lying.indexOf("PK\u0001\u0002") + 24);
    const link = zipSync({ "Link.sol": [strToU8("/etc/passwd"), { os: 3, attrs: 0o120777 << 16 }] });
    const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`${index}.sol`, contract]));
    const hostile = {
      "a zip bomb": honest,
      "a zip bomb that lies about its size": lying,
      "a path out of the project": zipSync({ "../../etc/A.sol": contract, "A.sol": contract }),
      "a symbolic link": link,
      "a zip in a zip": zipSync({ "inner.zip": zipSync({ "A.sol": contract }) }),
      "too many files": zipSync(many),
      "no zip": strToU8("PK not a zip"),
      "a cut zip": zipSync({ "A.sol": contract }).subarray(0, 50),
    };
    const cost = await spentBy(async () => {
      for (const [name, bytes] of Object.entries(hostile)) {
        const start = performance.now();
        const answer = await audit({ zip: encode(bytes) });
        expect(answer.status, `${name}: ${answer.text}`).toBe(422);
        expectError(answer, 422, "project_not_analysed");
        expect(performance.now() - start, name).toBeLessThan(10_000);
      }
    });
    expect(cost).toBe(0);
  });

  it("refuses text that is not base64, and more than 5 MB", async () => {
    const cost = await spentBy(async () => {
      expectInvalid(await audit({ zip: "not base64!!" }), "zip");
      expectInvalid(await audit({ zip: "A".repeat(6_666_672) }), "zip");
      expectInvalid(await audit({}), "zip");
      // Declared and not sent: a client that is still writing may miss the answer.
      const declare = (path: string, bytes: number) =>
        sendRaw(
          installation.api.baseUrl,
          `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\nconnection: close\r\n\r\n`,
        );
      for (const [path, bytes] of [
        ["/audits/projects", 6_700_000],
        ["/nft/enhancePrompt", 2_000_000],
      ] as const) {
        const answer = await declare(path, bytes);
        if (!answer) throw new Error(`no answer to a body of ${path} declared too large`);
        expectError(answer, 413, "body_too_large");
      }
    });
    expect(cost).toBe(0);
  });

  it("takes a place of the account while it runs", async () => {
    const { database, api } = installation;
    const small = await createTestAccount(database.url, { credits: 10 });
    await database.query(
      `insert into account_limit (account_id, heavy_operations) values ('${small.accountId}', 1)`,
    );
    const send = () => callApi(api, "/audits/projects", { key: small.key, body: { zip } });
    const answers = await Promise.all([send(), send(), send()]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    expect(statuses).toContain(429);
    const paid = statuses.filter((status) => status === 200).length;
    expect(await getCredits(api, small.key)).toEqual({
      balance: 10 - paid,
      held: 0,
      spent: paid,
      granted: 10,
    });
  });
});
