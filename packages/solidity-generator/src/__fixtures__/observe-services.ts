import {
  concat,
  encodeAbiParameters,
  erc20Abi,
  formatEther,
  keccak256,
  parseEther,
  zeroAddress,
  zeroHash,
} from "viem";
import { createObservation, findFirst, isPausable, isRestricted, type Observation } from "./observation.ts";
import type { Instance, TestChain } from "./test-chain.ts";

type Address = `0x${string}`;

const year = 365n * 86_400n;
const tokens = (amount: number) => parseEther(String(amount));

async function getToken(chain: TestChain, contract: Instance): Promise<Instance> {
  return chain.at(await contract.read("token"), erc20Abi);
}

/** Observes when vested tokens are released, and claims them. */
export async function observeVesting(chain: TestChain, vesting: Instance): Promise<Observation> {
  const seen = createObservation();
  const token = await getToken(chain, vesting);
  const [a, b] = chain.strangers as [Address, Address];
  await token.does("approve", [vesting.address, tokens(1_000)]);
  if (!(await isRestricted(chain, vesting, "grant", [a, tokens(1_000)]))) seen.features.push("cannot grant");
  await vesting.does("grant", [a, tokens(1_000)]);
  const start = await chain.now();
  const vestedAfter = (time: bigint): Promise<bigint> => vesting.read("vestedAmount", a, start + time);
  const initial = await vestedAfter(0n);
  const duration = await findFirst(
    0n,
    100n * year,
    async (time) => (await vestedAfter(time)) === tokens(1_000),
  );
  const cliff = await findFirst(0n, 100n * year, async (time) => (await vestedAfter(time)) > initial);
  seen.settings.duration = Number(duration);
  seen.settings.cliff = cliff <= 1n ? 0 : Number(cliff);
  if (initial > 0n) seen.settings.initialRelease = Number((initial * 10_000n) / tokens(1_000));
  const isReleased = await chain.isolated(async () => {
    await chain.advance(cliff > 0n ? cliff : duration / 2n);
    await vesting.does("release", [a], { from: b });
    const first: bigint = await token.read("balanceOf", a);
    await chain.advance(duration);
    await vesting.does("release", [a]);
    const isEmpty = !(await vesting.does("release", [a]));
    return (
      first > 0n &&
      (cliff === duration || first < tokens(1_000)) &&
      isEmpty &&
      (await token.read("balanceOf", a)) === tokens(1_000)
    );
  });
  if (!isReleased) seen.features.push("does not release");
  seen.note(
    "revocable",
    await chain.isolated(async () => {
      await chain.advance(duration / 2n);
      const before: bigint = await token.read("balanceOf", chain.deployer);
      if (!(await isRestricted(chain, vesting, "revoke", [a])) || !(await vesting.does("revoke", [a])))
        return false;
      const returned: bigint = (await token.read("balanceOf", chain.deployer)) - before;
      await chain.advance(duration);
      await vesting.does("release", [a]);
      return returned > 0n && (await token.read("balanceOf", a)) === tokens(1_000) - returned;
    }),
  );
  return seen;
}

/** Schedules an action, and executes it too early and on time. */
export async function observeTimelock(chain: TestChain, timelock: Instance): Promise<Observation> {
  const seen = createObservation();
  const [a] = chain.strangers as [Address];
  const delay: bigint = await timelock.read("getMinDelay");
  const call = [a, 1n, "0x", zeroHash, zeroHash];
  await chain.attempt({ to: timelock.address, value: 10n });
  const isShort = await timelock.does("schedule", [...call, delay - 1n]);
  const isScheduled =
    (await isRestricted(chain, timelock, "schedule", [...call, delay])) &&
    (await timelock.does("schedule", [...call, delay]));
  await chain.advance(delay - 10n);
  const isEarly = await chain.isolated(() => timelock.does("execute", call));
  await chain.advance(11n);
  if (isShort || isEarly || !isScheduled || !(await chain.isolated(() => timelock.does("execute", call)))) {
    seen.features.push("does not lock");
  }
  seen.note("openExecution", await chain.isolated(() => timelock.does("execute", call, { from: a })));
  seen.settings.delay = Number(delay);
  return seen;
}

/** Stakes, waits, claims and withdraws. */
export async function observeStaking(chain: TestChain, pool: Instance): Promise<Observation> {
  const seen = createObservation();
  const token = await getToken(chain, pool);
  const [a, b] = chain.strangers as [Address, Address];
  for (const [account, amount] of [
    [a, 4_000],
    [b, 4_000],
  ] as const) {
    await token.does("transfer", [account, tokens(amount)]);
    await token.does("approve", [pool.address, tokens(amount)], { from: account });
  }
  await token.does("approve", [pool.address, tokens(500_000)]);
  await pool.does("fund", [tokens(500_000)]);
  const stake = (account: Address, amount: number) => pool.does("stake", [tokens(amount)], { from: account });
  const earn = (account: Address, amount: number, time: bigint) =>
    chain.isolated(async () => {
      await stake(account, amount);
      await chain.advance(time);
      const before: bigint = await token.read("balanceOf", account);
      await pool.does("claim", [], { from: account });
      return (await token.read("balanceOf", account)) - before;
    });
  const single = await earn(a, 1_000, 86_400n * 100n);
  const double = await earn(a, 2_000, 86_400n * 100n);
  if (double > single + single / 2n) {
    seen.settings.apr = Math.round(Number(((await earn(a, 1_000, year)) * 1_000_000n) / tokens(1_000)) / 100);
  } else {
    const shared = await chain.isolated(async () => {
      await stake(a, 1_000);
      return earn(b, 3_000, 86_400n * 100n);
    });
    // Three quarters of the stake earn three quarters of the rewards.
    if (Math.abs(Number(shared) / Number(single) - 0.75) > 0.01) seen.features.push("does not share");
    seen.settings.rewardPerDay = String(Math.round(Number(single / 10n ** 14n) / 10_000 / 100));
  }
  await stake(a, 1_000);
  const leave = async () => {
    const before: bigint = await token.read("balanceOf", a);
    return (await pool.does("withdraw", [tokens(1_000)], { from: a }))
      ? (await token.read("balanceOf", a)) - before
      : 0n;
  };
  const early = await chain.isolated(leave);
  if (early < tokens(1_000)) {
    seen.features.push("lock");
    const lock: bigint = await pool.read("LOCK");
    const isLocked = await chain.isolated(async () => {
      await chain.advance(lock - 10n);
      const before = await chain.isolated(leave);
      await chain.advance(11n);
      return before < tokens(1_000) && (await leave()) === tokens(1_000);
    });
    if (isLocked) seen.settings.lock = Number(lock);
    seen.note("earlyPenalty", early > 0n);
    if (early > 0n) seen.settings.earlyPenalty = Number(((tokens(1_000) - early) * 10_000n) / tokens(1_000));
  }
  seen.note(
    "emergencyWithdraw",
    await chain.isolated(async () => {
      const before: bigint = await token.read("balanceOf", a);
      return (
        (await pool.does("emergencyWithdraw", [], { from: a })) &&
        (await token.read("balanceOf", a)) - before === tokens(1_000)
      );
    }),
  );
  seen.note("pausable", await isPausable(chain, pool, () => stake(b, 10)));
  return seen;
}

/** Buys tokens until a limit rejects the purchase. */
export async function observeCrowdsale(chain: TestChain, sale: Instance): Promise<Observation> {
  const seen = createObservation();
  const token = await getToken(chain, sale);
  const [a] = chain.strangers as [Address];
  const isWhitelist =
    !(await chain.isolated(() => sale.does("buy", [], { from: a, value: parseEther("1") }))) &&
    sale.has("setWhitelisted");
  seen.note("whitelist", isWhitelist && (await isRestricted(chain, sale, "setWhitelisted", [[a], true])));
  if (isWhitelist) await sale.does("setWhitelisted", [[a], true]);
  const buy = (from: Address, value: string) => sale.does("buy", [], { from, value: parseEther(value) });
  const isBuyable = await chain.isolated(() => buy(a, "1"));
  if (!isBuyable) seen.features.push("nobody can buy");
  const bought = await chain.isolated(async () => {
    await buy(a, "1");
    return sale.has("purchased") ? sale.read("purchased", a) : token.read("balanceOf", a);
  });
  seen.settings.rate = formatEther(bought);
  if (sale.has("MINIMUM")) {
    const minimum: bigint = await sale.read("MINIMUM");
    const isKept =
      !(await sale.does("buy", [], { from: a, value: minimum - 1n })) &&
      (await chain.isolated(() => sale.does("buy", [], { from: a, value: minimum })));
    seen.note("minimum", isKept);
    seen.settings.minimum = formatEther(minimum);
  } else if (!(await chain.isolated(() => buy(a, "0.000001")))) seen.features.push("unasked minimum");
  if (sale.has("MAXIMUM")) {
    const maximum: bigint = await sale.read("MAXIMUM");
    const isKept = await chain.isolated(
      async () => (await sale.does("buy", [], { from: a, value: maximum })) && !(await buy(a, "0.1")),
    );
    seen.note("maximum", isKept);
    seen.settings.maximum = formatEther(maximum);
  }
  const fill = async (target: bigint, step: bigint) => {
    let raised: bigint = await sale.read("raised");
    while (raised < target) {
      const buyer = await chain.createAccount();
      if (isWhitelist) await sale.does("setWhitelisted", [[buyer], true]);
      const value = target - raised < step ? target - raised : step;
      if (!(await sale.does("buy", [], { from: buyer, value }))) return false;
      raised += value;
    }
    return true;
  };
  const step = sale.has("MAXIMUM") ? ((await sale.read("MAXIMUM")) as bigint) : parseEther("40");
  if (sale.has("HARD_CAP")) {
    const cap: bigint = await sale.read("HARD_CAP");
    seen.note("hardCap", await chain.isolated(async () => (await fill(cap, step)) && !(await buy(a, "0.2"))));
    seen.settings.hardCap = formatEther(cap);
  }
  const isPaid = (): Promise<boolean> => isRestricted(chain, sale, "withdraw");
  if (sale.has("endsAt")) {
    const left = ((await sale.read("endsAt")) as bigint) - (await chain.now());
    const isEnded = await chain.isolated(async () => {
      await chain.advance(left - 20n);
      const isOpen = await chain.isolated(() => buy(a, "1"));
      await chain.advance(21n);
      return isOpen && !(await buy(a, "1"));
    });
    seen.note("duration", isEnded);
    // Some seconds have passed on the chain since the sale was deployed.
    seen.settings.duration = Math.round(Number(left) / 3_600) * 3_600;
    if (sale.has("SOFT_CAP")) {
      const softCap: bigint = await sale.read("SOFT_CAP");
      const isRefunded = await chain.isolated(async () => {
        await buy(a, "1");
        if (await sale.does("refund", [], { from: a })) return false;
        await chain.advance(left);
        const before = await chain.client.getBalance({ address: a });
        return (
          !(await isPaid()) &&
          (await sale.does("refund", [], { from: a })) &&
          (await chain.client.getBalance({ address: a })) - before > parseEther("0.99")
        );
      });
      const isClaimed = await chain.isolated(async () => {
        await buy(a, "1");
        await fill(softCap, step);
        await chain.advance(left);
        return (
          (await sale.does("claim", [], { from: a })) &&
          (await token.read("balanceOf", a)) === bought &&
          (await isPaid())
        );
      });
      seen.note("softCap", isRefunded && isClaimed);
      seen.settings.softCap = formatEther(softCap);
    }
  }
  if (!sale.has("SOFT_CAP")) {
    const isOwnersMoney = await chain.isolated(async () => {
      await buy(a, "1");
      return isPaid();
    });
    if (!isOwnersMoney) seen.features.push("the owner is not paid");
  }
  seen.note("pausable", await isPausable(chain, sale, () => buy(a, "1")));
  return seen;
}

/** Opens deals and settles them in every way. */
export async function observeEscrow(chain: TestChain, escrow: Instance): Promise<Observation> {
  const seen = createObservation();
  const [buyer, seller, arbiter, other] = chain.strangers as [Address, Address, Address, Address];
  const open = escrow.abi.find((entry) => entry.type === "function" && entry.name === "open");
  if (open?.type !== "function") return { features: ["cannot open"] };
  const isToken = open.stateMutability !== "payable";
  seen.note("tokenPayment", isToken);
  const hasArbiter = open.inputs.filter(({ type }) => type === "address").length === 2;
  const amount = tokens(10);
  const token = isToken ? await getToken(chain, escrow) : undefined;
  await token?.does("transfer", [buyer, tokens(100)]);
  await token?.does("approve", [escrow.address, tokens(100)], { from: buyer });
  const deposit = () =>
    escrow.does("open", [seller, ...(hasArbiter ? [arbiter] : []), ...(isToken ? [amount] : [])], {
      from: buyer,
      ...(!isToken && { value: amount }),
    });
  const balance = async (account: Address): Promise<bigint> =>
    token ? token.read("balanceOf", account) : chain.client.getBalance({ address: account });
  seen.note("pausable", await isPausable(chain, escrow, deposit));
  if (!(await deposit())) seen.features.push("cannot deposit");
  /** The Ether that an account gains from a call. Gas is negligible compared with the amount. */
  const gain = (account: Address, name: string, from: Address) =>
    chain.isolated(async () => {
      const before = await balance(account);
      await escrow.does(name, [1n], { from });
      const gained = (await balance(account)) - before;
      return gained > 0n ? gained : 0n;
    });
  const paid = await gain(seller, "release", buyer);
  if (
    paid === 0n ||
    (await gain(seller, "release", other)) > 0n ||
    (await gain(seller, "release", seller)) > 0n
  )
    seen.features.push("pays wrongly");
  if (
    (await gain(buyer, "refund", seller)) !== amount ||
    (await gain(buyer, "refund", other)) > 0n ||
    (await gain(buyer, "refund", buyer)) > 0n
  ) {
    seen.features.push("refunds wrongly");
  }
  seen.note(
    "arbiter",
    hasArbiter &&
      (await gain(buyer, "refund", arbiter)) === amount &&
      (await gain(seller, "release", arbiter)) === paid,
  );
  const fee = ((amount - paid) * 10_000n) / amount;
  seen.note("fee", fee > 0n);
  if (fee > 0n) {
    seen.settings.fee = Number(fee);
    const isCollected = await chain.isolated(async () => {
      await escrow.does("release", [1n], { from: buyer });
      return isRestricted(chain, escrow, "withdrawFees");
    });
    if (!isCollected) seen.features.push("fees are lost");
  }
  const late = await findFirst(1n, 400n, (days) =>
    chain.isolated(async () => {
      await chain.advance(days * 86_400n);
      return (await gain(buyer, "refund", buyer)) > amount / 2n;
    }),
  );
  seen.note("deadline", late < 400n);
  if (late < 400n) seen.settings.deadline = Number(late * 86_400n);
  return seen;
}

/** Confirms with one owner after another until a transaction is executed. */
export async function observeMultisig(chain: TestChain, wallet: Instance): Promise<Observation> {
  const seen = createObservation();
  const all = [...chain.strangers, await chain.createAccount()];
  const [first] = all as [Address];
  let owners = 0;
  for (let count = 1; count <= all.length && owners === 0; count++) {
    if (await wallet.does("setOwners", [all.slice(0, count)])) owners = count;
  }
  if (owners === 0) owners = Number(await wallet.read("OWNER_COUNT"));
  if (await wallet.does("setOwners", [all.slice(0, owners)])) seen.features.push("owners can be replaced");
  await chain.attempt({ to: wallet.address, value: parseEther("2") });
  const target = await chain.createAccount();
  const before = await chain.client.getBalance({ address: target });
  if (await wallet.does("submit", [target, 1n, "0x"], { from: chain.deployer }))
    seen.features.push("anybody submits");
  await wallet.does("submit", [target, parseEther("1"), "0x"], { from: first });
  let signatures = 1;
  for (const owner of all.slice(1, owners)) {
    if (await wallet.does("execute", [0n], { from: first })) break;
    await wallet.does("confirm", [0n], { from: owner });
    if (await wallet.does("confirm", [0n], { from: owner })) seen.features.push("confirms twice");
    signatures += 1;
  }
  const isLate = await wallet.does("execute", [0n], { from: first });
  const isPaid = (await chain.client.getBalance({ address: target })) - before === parseEther("1");
  if (!isPaid) seen.features.push("does not execute");
  if (isLate && (await wallet.does("execute", [0n], { from: first }))) seen.features.push("executes twice");
  seen.settings.owners = owners;
  seen.settings.threshold = signatures;
  return seen;
}

/** Claims with proofs, and sends to many receivers. */
export async function observeAirdrop(chain: TestChain, drop: Instance): Promise<Observation> {
  const seen = createObservation();
  const token = await getToken(chain, drop);
  const [a, b, c] = chain.strangers as [Address, Address, Address];
  const leafOf = (account: Address, amount: bigint) =>
    keccak256(keccak256(encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [account, amount])));
  const [leafA, leafB] = [leafOf(a, tokens(5)), leafOf(b, tokens(7))];
  const root = keccak256(concat(leafA < leafB ? [leafA, leafB] : [leafB, leafA]));
  if (await isRestricted(chain, drop, "setMerkleRoot", [root])) {
    await drop.does("setMerkleRoot", [root]);
    const claim = (amount: number, from = c) => drop.does("claim", [a, tokens(amount), [leafB]], { from });
    const isProven = await chain.isolated(
      async () =>
        !(await claim(6)) &&
        (await claim(5)) &&
        !(await claim(5)) &&
        (await token.read("balanceOf", a)) === tokens(5),
    );
    seen.note("merkle", isProven);
    seen.note("pausable", await isPausable(chain, drop, () => claim(5)));
    const closed = await findFirst(1n, 1_000n, (days) =>
      chain.isolated(async () => {
        await chain.advance(days * 86_400n);
        return !(await claim(5));
      }),
    );
    seen.note("deadline", closed < 1_000n);
    if (closed < 1_000n) seen.settings.deadline = Number(closed * 86_400n);
  }
  await token.does("approve", [drop.address, tokens(100)]);
  const args = [
    [a, b],
    [tokens(1), tokens(2)],
  ];
  const isBatch = await chain.isolated(
    async () =>
      (await isRestricted(chain, drop, "distribute", args)) &&
      (await drop.does("distribute", args)) &&
      (await token.read("balanceOf", b)) === tokens(2),
  );
  seen.note("batch", isBatch);
  if (isBatch) seen.note("pausable", await isPausable(chain, drop, () => drop.does("distribute", args)));
  return seen;
}

/** Lists, buys and makes offers for a token whose collection has a royalty of 5 %. */
export async function observeMarketplace(
  chain: TestChain,
  market: Instance,
  nft: Instance,
): Promise<Observation> {
  const seen = createObservation();
  const [seller, buyer] = chain.strangers as [Address, Address];
  const creator = await chain.createAccount();
  await nft.does("setDefaultRoyalty", [creator, 500n]);
  await nft.does("safeMint", [seller]);
  const price = parseEther("1");
  const listArgs = [nft.address, 0n, price];
  const isUnapproved = await market.does("list", listArgs, { from: seller });
  await nft.does("setApprovalForAll", [market.address, true], { from: seller });
  const list = () => market.does("list", listArgs, { from: seller });
  if (isUnapproved || (await market.does("list", listArgs, { from: buyer })) || !(await chain.isolated(list)))
    seen.features.push("lists wrongly");
  seen.note("pausable", await isPausable(chain, market, list));
  await list();
  const sale = await chain.isolated(async () => {
    const isCheap = await market.does("buy", [nft.address, 0n], { from: buyer, value: price - 1n });
    const isSold = await market.does("buy", [nft.address, 0n], { from: buyer, value: price });
    const owed = async (account: Address): Promise<bigint> => market.read("proceeds", account);
    return {
      isRight:
        !isCheap &&
        isSold &&
        (await nft.read("ownerOf", 0n)) === buyer &&
        (await market.does("withdraw", [], { from: seller })) &&
        !(await market.does("withdraw", [], { from: seller })),
      fee: await owed(chain.deployer),
      royalty: await owed(creator),
    };
  });
  if (!sale.isRight) seen.features.push("sells wrongly");
  seen.note("fee", sale.fee > 0n);
  if (sale.fee > 0n) seen.settings.fee = Number((sale.fee * 10_000n) / price);
  seen.note("royalties", sale.royalty === price / 20n);
  const isCancelled = await chain.isolated(
    async () =>
      !(await market.does("cancel", [nft.address, 0n], { from: buyer })) &&
      (await market.does("cancel", [nft.address, 0n], { from: seller })) &&
      !(await market.does("buy", [nft.address, 0n], { from: buyer, value: price })),
  );
  if (!isCancelled) seen.features.push("cannot cancel");
  const isOffered = await chain.isolated(async () => {
    if (!(await market.does("offer", [nft.address, 0n], { from: buyer, value: price / 2n }))) return false;
    const isBack = await chain.isolated(() => market.does("cancelOffer", [nft.address, 0n], { from: buyer }));
    const isLow = await market.does("acceptOffer", [nft.address, 0n, buyer, price], { from: seller });
    const isTaken = await market.does("acceptOffer", [nft.address, 0n, buyer, price / 2n], { from: seller });
    return isBack && !isLow && isTaken && (await nft.read("ownerOf", 0n)) === buyer;
  });
  seen.note("offers", isOffered);
  return seen;
}

/** Pays in and observes how much each payee gets. */
export async function observeSplitter(chain: TestChain, splitter: Instance): Promise<Observation> {
  const seen = createObservation();
  let payees: Address[] = [];
  for (let count = 1; count <= 6; count++) {
    const accounts = chain.strangers.slice(0, count);
    if (await splitter.does("setPayees", [accounts])) payees = accounts;
  }
  for (let index = 0n; payees.length < 50; index++) {
    const payee: Address | undefined = await splitter.read("payees", index).catch(() => undefined);
    if (!payee || payees.includes(payee)) break;
    payees = [...payees, payee];
  }
  await chain.attempt({ to: splitter.address, value: parseEther("1") });
  const parts: bigint[] = [];
  for (const payee of payees) {
    const before = await chain.client.getBalance({ address: payee });
    await splitter.does("release", [payee]);
    if (await splitter.does("release", [payee])) seen.features.push("pays twice");
    parts.push((await chain.client.getBalance({ address: payee })) - before);
  }
  if (await splitter.does("release", [zeroAddress])) seen.features.push("pays strangers");
  seen.settings.shares = parts.map((part) => String((part * 100n) / parseEther("1"))).join(",");
  return seen;
}

/** Deposits, lets the vault earn, and redeems. */
export async function observeVault(chain: TestChain, vault: Instance): Promise<Observation> {
  const seen = createObservation();
  const asset = chain.at(await vault.read("asset"), erc20Abi);
  const [a] = chain.strangers as [Address];
  await asset.does("transfer", [a, tokens(100)]);
  await asset.does("approve", [vault.address, tokens(100)], { from: a });
  const deposit = () => vault.does("deposit", [tokens(50), a], { from: a });
  seen.note("pausable", await isPausable(chain, vault, deposit));
  await deposit();
  await asset.does("transfer", [vault.address, tokens(50)]);
  const ownerHad: bigint = await asset.read("balanceOf", chain.deployer);
  await vault.does("redeem", [await vault.read("balanceOf", a), a, a], { from: a });
  const gained: bigint = (await asset.read("balanceOf", a)) - tokens(50);
  const ownerGot: bigint = (await asset.read("balanceOf", chain.deployer)) - ownerHad;
  // The owner gets the fee on what the depositor receives.
  const fee = Number((ownerGot * 10_000n + gained / 2n) / gained);
  seen.note("fee", fee > 0);
  if (fee > 0) seen.settings.fee = fee;
  if (gained + ownerGot < tokens(99)) seen.features.push("loses what it earns");
  return { ...seen, name: await vault.read("name"), symbol: await vault.read("symbol") };
}
