import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../../platform/__fixtures__/cloned-database.ts";
import { findAudit, keepAudit } from "./audits.repository.ts";

let cloned: ClonedDatabase;

beforeAll(async () => {
  cloned = await cloneDatabase();
});

afterAll(() => cloned.close());

describe("kept audits", () => {
  it("give back the first report on a text, and nothing on another", async () => {
    const digest = Buffer.alloc(32, 7);
    await keepAudit(cloned.database, digest, "first");
    await keepAudit(cloned.database, digest, "second");
    expect(await findAudit(cloned.database, digest)).toBe("first");
    expect(await findAudit(cloned.database, Buffer.alloc(32, 8))).toBeUndefined();
  });

  it("make room after a month", async () => {
    const digest = Buffer.alloc(32, 9);
    await keepAudit(cloned.database, digest, "old");
    const old = new Date(Date.now() - 31 * 86_400_000);
    await cloned.database
      .updateTable("audit_result")
      .set({ created_at: old })
      .where("digest", "=", digest)
      .execute();
    await keepAudit(cloned.database, Buffer.alloc(32, 10), "new");
    expect(await findAudit(cloned.database, digest)).toBeUndefined();
  });
});
