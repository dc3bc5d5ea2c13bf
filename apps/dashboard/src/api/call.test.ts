import { expect, it } from "vitest";
import { call, urlOf } from "./call.ts";

it("writes parameters into the path and leaves out empty query values", () => {
  const params = { keyId: "a/b" };
  expect(urlOf("GET /keys/{keyId}/conversation", { params, query: { sdkUniqueId: "é", cursor: "" } })).toBe(
    "/dashboard/api/keys/a%2Fb/conversation?sdkUniqueId=%C3%A9",
  );
  expect(urlOf("GET /credits/ledger.csv")).toBe("/dashboard/api/credits/ledger.csv");
});

/** Calls that must not compile. Never called: `npm run check:types` fails when one of them has no error. */
export async function makeWrongCalls(): Promise<void> {
  // @ts-expect-error a typo in the path
  await call("GET /kes");
  // @ts-expect-error a typo in the path of a public operation
  await call("GET /operations/nft/style");
  // @ts-expect-error the wrong method
  await call("POST /sign-ins");
  // @ts-expect-error a missing parameter
  await call("DELETE /sign-ins/{signInId}");
  // @ts-expect-error a misspelled field of the body
  await call("POST /credits/redeem", { body: { cod: "" } });
  // @ts-expect-error a body where none is declared
  await call("GET /collections", { body: {} });
  // @ts-expect-error a value that the query does not take
  await call("GET /credits/usage", { query: { days: 8 } });
  // @ts-expect-error an answer of another type
  (await call("GET /credits")).balance satisfies string;
  // @ts-expect-error only GET can be linked
  urlOf("POST /keys");
}
