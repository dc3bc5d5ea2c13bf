import { compileHostileReceivers } from "@mintwright/test-harness";
import { afterEach, expect, it } from "vitest";
import { getAccountCredits, verifyLedger } from "../credits/index.ts";
import { useMintingSetup } from "./__fixtures__/minting-setup.ts";

const setup = useMintingSetup({ price: 50 });
const { mint, advance, read, readOne, tokens } = setup;

const getCredits = () => getAccountCredits(setup.clone.database, setup.order.accountId);
const getPrice = (...ids: number[]) => setup.createService().getPrice(setup.order, tokens(...ids));

afterEach(async () => {
  const { granted, balance, held, spent } = await getCredits();
  expect(granted).toBe(balance + held + spent);
  expect(await verifyLedger(setup.clone.database)).toMatchObject({ mismatches: [] });
});

it("holds the price of each new token, captures it when the token is minted, and asks for nothing twice", async () => {
  expect(await getPrice(1, 2, 3)).toBe(150);
  expect((await mint(1, 2)).held).toEqual({ amount: 100, balance: 9_900 });
  expect(await getCredits()).toEqual({ granted: 10_000, balance: 9_900, held: 100, spent: 0 });
  expect(await getPrice(1, 2, 3)).toBe(50);
  expect((await mint(1, 2)).held).toBeUndefined();
  expect((await mint(1, 2, 3)).held).toEqual({ amount: 50, balance: 9_850 });
  await advance();
  expect(await getCredits()).toMatchObject({ balance: 9_850, held: 50, spent: 100 });
  await advance();
  expect((await read(1, 2, 3)).map(({ state }) => state)).toEqual(["minted", "minted", "minted"]);
  expect(await getCredits()).toEqual({ granted: 10_000, balance: 9_850, held: 0, spent: 150 });
  expect(await getPrice(1, 2, 3)).toBe(0);
});

it("releases the price of tokens that are refused or revert", async () => {
  const codes = compileHostileReceivers();
  const address = `0x${"c".repeat(40)}`;
  setup.order = await setup.createOrder(address);
  await setup.anvil.ask("anvil_setCode", address, codes.ChainOnlyReverter);
  await mint(1, 2);
  expect(await getCredits()).toMatchObject({ balance: 9_900, held: 100 });
  await setup.anvil.ask("anvil_setCode", address, codes.WrongSelector);
  await advance();
  expect((await read(1, 2)).map(({ state }) => state)).toEqual(["failed", "failed"]);
  expect(await getCredits()).toEqual({ granted: 10_000, balance: 10_000, held: 0, spent: 0 });
  await setup.anvil.ask("anvil_setCode", address, codes.ChainOnlyReverter);
  for (let round = 0; round < 4; round++) {
    await mint(1);
    await advance();
  }
  expect(await readOne(1)).toMatchObject({ state: "failed", failures: 3 });
  expect(await getPrice(1)).toBe(0);
  expect(await getCredits()).toEqual({ granted: 10_000, balance: 10_000, held: 0, spent: 0 });
});

it("queues nothing when the account or the key cannot pay", async () => {
  setup.price = 3_000;
  await expect(mint(1, 2, 3, 4)).rejects.toThrow("This call costs 120 credits and the account has 100");
  expect(await read(1, 2, 3, 4)).toEqual([]);
  await setup.clone.query("update api_key set monthly_limit = 5000 where key_id = $1", [setup.account.keyId]);
  await mint(1);
  await expect(mint(2)).rejects.toThrow("more than this key may still spend this month");
  expect(await read(2)).toEqual([]);
  await advance();
  expect(await getCredits()).toEqual({ granted: 10_000, balance: 7_000, held: 0, spent: 3_000 });
});

it("settles a token once, though several workers find it mined at once", async () => {
  await mint(1);
  await Promise.all([1, 2, 3, 4, 5].map(advance));
  expect(await getCredits()).toEqual({ granted: 10_000, balance: 9_950, held: 0, spent: 50 });
});
