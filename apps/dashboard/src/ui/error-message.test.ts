import { expect, it } from "vitest";
import { findWayOn, toPersonMessage } from "./error-message.ts";

it.each([
  [
    "An account has at most 20 alerts. End one with DELETE /news/alerts/{id} first.",
    "An account has at most 20 alerts.",
  ],
  ["There is no route GET /nft/no-such-thing. See /docs for the API reference.", "Something went wrong."],
  ["The price is 1/2 credit and/or less. Try again.", "The price is 1/2 credit and/or less. Try again."],
  ["This code is invalid.", "This code is invalid."],
])("does not quote a route: %s", (message, shown) => {
  expect(toPersonMessage(message)).toBe(shown);
});

it("offers what can help, and no retry where the answer would be the same", () => {
  expect(findWayOn(402, "insufficient_credits")).toBe("credits");
  expect(findWayOn(401, "unauthorized")).toBe("sign-in");
  expect(findWayOn(404, "not_found")).toBe("home");
  expect(findWayOn(400, "invalid_request")).toBe("correct");
  for (const status of [0, 408, 429, 500, 503, undefined]) expect(findWayOn(status, "x")).toBe("retry");
});
