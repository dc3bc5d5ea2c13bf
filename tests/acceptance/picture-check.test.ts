import { createTestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callApi } from "./call-api.ts";
import { expectError } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { type ImageSetup, writeImageSetup } from "./scripted-image-server.ts";

let setup: ImageSetup;
let installation: Installation;
let key: string;

beforeAll(async () => {
  // So strict that any image is refused: what is tested is what follows, not what the classifier thinks.
  setup = writeImageSetup({ moderation: { refusePicturesFrom: 0.000001 } });
  installation = await startInstallation(setup.environment);
  ({ key } = await createTestAccount(installation.database.url, { credits: 10 }));
});

afterAll(async () => {
  await installation?.stop();
  setup?.remove();
});

it("an image that the classifier refuses is content_refused and not charged", async () => {
  const body = { prompt: "a fox", model: "velogen", width: 512, height: 512 };
  const answer = await callApi(installation.api, "/nft/generate-image", { key, body });
  expectError(answer, 400, "content_refused");
  expect(answer.headers.get("x-credits-charged")).toBe("0");
  expect(answer.headers.get("x-credits-remaining")).toBe("10");
});
