import {
  createDatabase,
  findFreePort,
  startMailServer,
  startProcess,
  type TestDatabase,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { report } from "./report.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
});

afterAll(() => database.drop());

it("sends every email that was promised, although no mail server answered and the process was killed", {
  timeout: 120_000,
}, async () => {
  const mailPort = await findFreePort();
  const environment = {
    DATABASE_URL: database.url,
    PUBLIC_URL: "http://dashboard.test",
    DASHBOARD_SECRET: "a secret of the tests that is long enough",
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
  };
  const people = Array.from({ length: 8 }, (_, i) => `owner-${i}@example.com`);
  const first = await startProcess("api", environment);
  const answers = await Promise.all(
    people.map((email) =>
      fetch(`${first.baseUrl}/dashboard/api/auth/sign-up/email`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: "http://dashboard.test" },
        body: JSON.stringify({ email }),
      }),
    ),
  );
  await first.kill();
  expect(answers.map(({ status }) => status)).toEqual(Array(people.length).fill(200));

  const mail = await startMailServer(mailPort);
  const worker = await startProcess("worker", environment);
  const second = await startProcess("api", environment);
  const began = performance.now();
  try {
    const emails = await Promise.all(people.map((email) => mail.takeEmail(email, 90_000)));
    for (const { link } of emails) expect(link).toContain("/dashboard/confirm-email?token=");
    report(
      `emails: ${emails.length} of ${people.length} arrived ${((performance.now() - began) / 1000).toFixed(1)} s after the restart`,
    );
    expect(people.map((email) => mail.countEmails(email))).toEqual(Array(people.length).fill(0));
  } finally {
    await Promise.all([second.stop(), worker.stop()]);
    await mail.stop();
  }
});
