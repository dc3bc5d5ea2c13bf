import { expect, it } from "vitest";
import { mergeContext } from "./chat.service.ts";

const saved = {
  companyName: "Saved",
  aiTone: "PRE_SET_TONE" as const,
  tokenInformation: { tokenName: "Old", tokenAddress: "0x1" },
};

it("takes the saved context when nothing is injected, and the injected one when nothing is saved", () => {
  expect(mergeContext(saved, undefined)).toEqual(saved);
  expect(mergeContext(undefined, { companyName: "Injected" })).toEqual({ companyName: "Injected" });
  expect(mergeContext(undefined, undefined)).toBeUndefined();
  expect(mergeContext(saved, {})).toEqual(saved);
});

it("lets what is injected win, field by field, and changes neither", () => {
  const injected = { companyName: "Injected", purpose: undefined, tokenInformation: { tokenName: "New" } };
  expect(mergeContext(saved, injected)).toEqual({
    companyName: "Injected",
    aiTone: "PRE_SET_TONE",
    tokenInformation: { tokenName: "New" },
  });
  expect(saved.companyName).toBe("Saved");
});

it("lets false win over true", () => {
  expect(mergeContext({ limitation: true, cryptoToken: true }, { limitation: false })).toEqual({
    limitation: false,
    cryptoToken: true,
  });
});
