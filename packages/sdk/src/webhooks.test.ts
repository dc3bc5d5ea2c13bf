import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { WebhookVerificationError } from "./errors.ts";
import { verifyWebhook } from "./webhooks.ts";

const secret = `whsec_${Buffer.from("a secret of thirty-two bytes, ok").toString("base64")}`;
const body = JSON.stringify({
  type: "collection.completed",
  timestamp: "…",
  data: { made: 12, word: "füchse" },
});

function sign(timestamp = new Date(), signedBody = body) {
  const id = "msg_1";
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(timestamp.getTime() / 1000)),
    "webhook-signature": `v1,bm90IHRoaXM= ${new Webhook(secret).sign(id, timestamp, signedBody)}`,
  };
}

it("accepts what the standard's own library signs, as text, as bytes and with any kind of headers", async () => {
  const event = JSON.parse(body);
  expect(await verifyWebhook(body, sign(), secret)).toEqual(event);
  expect(await verifyWebhook(Buffer.from(body), new Headers(sign()), secret)).toEqual(event);
});

it("accepts either of two secrets while they are rotated, and any one of several that a receiver knows", async () => {
  const next = `whsec_${Buffer.from("the next secret, thirty-two bytes").toString("base64")}`;
  const sentAt = new Date();
  const headers = {
    ...sign(sentAt),
    "webhook-signature": [next, secret]
      .map((each) => new Webhook(each).sign("msg_1", sentAt, body))
      .join(" "),
  };
  for (const known of [next, secret, [next, secret], ["whsec_YW5vdGhlciBzZWNyZXQ=", secret]])
    expect(await verifyWebhook(body, headers, known)).toEqual(JSON.parse(body));
});

it.each([
  ["several secrets of which none fits", () => verifyWebhook(body, sign(), ["whsec_YQ==", "whsec_Yg=="])],
  ["an empty list of secrets", () => verifyWebhook(body, sign(), [])],
  ["another body", () => verifyWebhook(body.replace("12", "13"), sign(), secret)],
  ["another secret", () => verifyWebhook(body, sign(), "whsec_YW5vdGhlciBzZWNyZXQ=")],
  ["no secret", () => verifyWebhook(body, sign(), "")],
  ["an old one", () => verifyWebhook(body, sign(new Date(Date.now() - 301_000)), secret)],
  ["one from the future", () => verifyWebhook(body, sign(new Date(Date.now() + 302_000)), secret)],
  ["no signature", () => verifyWebhook(body, { ...sign(), "webhook-signature": undefined }, secret)],
  ["another version", () => verifyWebhook(body, { ...sign(), "webhook-signature": "v2,abc" }, secret)],
  ["no time", () => verifyWebhook(body, { ...sign(), "webhook-timestamp": "soon" }, secret)],
])("refuses %s", async (_name, verify) => {
  await expect(verify()).rejects.toBeInstanceOf(WebhookVerificationError);
});
