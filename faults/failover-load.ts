import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { openChat } from "./chat-call.ts";
import type { FailoverInstallation } from "./failover-installation.ts";
import { callEnhancePrompt } from "./prompt-call.ts";

/** What clients were told: the ids of calls that were answered in full, and of those that were not. */
export interface Acknowledged {
  prompts: string[];
  streams: string[];
  /** Orders of collections, by request id. */
  collections: string[];
  /** The numbers of tokens whose mint was accepted. */
  mints: number[];
  /** The provider's ids of payments whose event was accepted. */
  payments: string[];
  failed: { kind: string; reason: string }[];
}

/** A load that goes on until it is finished. */
export interface FailoverLoad {
  acknowledged: Acknowledged;
  finish(): Promise<void>;
  /** Asks for every accepted mint once more, as a client does that finds its token missing. */
  mintAgain(): Promise<void>;
}

/** Answers arrive up to 60 s late in a failover. */
const patienceInMs = 90_000;
const amount = 2;

/** Sends paid calls, streams, collections, mints and payment events at a steady pace, whatever the earlier ones do. */
export function startFailoverLoad(installation: FailoverInstallation): FailoverLoad {
  const { apis, account, collectionId, webhookSecret } = installation;
  const acknowledged: Acknowledged = {
    prompts: [],
    streams: [],
    collections: [],
    mints: [],
    payments: [],
    failed: [],
  };
  const calls: Promise<void>[] = [];
  let sent = 0;
  let isOver = false;
  const chooseApi = () => apis[sent++ % apis.length]?.baseUrl ?? "";
  const post = async (path: string, body: string, headers: Record<string, string>) => {
    const response = await fetch(`${chooseApi()}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      signal: AbortSignal.timeout(patienceInMs),
    });
    const text = await response.text();
    return response.ok ? undefined : `${response.status} ${text.slice(0, 200)}`;
  };
  const authorization = { authorization: `Bearer ${account.key}` };

  const kinds = {
    async prompts(requestId: string) {
      const signal = AbortSignal.timeout(patienceInMs);
      const { status, body } = await callEnhancePrompt(chooseApi(), account.key, "a fox", {
        requestId,
        signal,
      });
      return status === 200 ? undefined : `${status} ${body.slice(0, 200)}`;
    },
    async streams(requestId: string) {
      const call = openChat(chooseApi(), account.key, {}, { "x-request-id": requestId });
      const timer = setTimeout(() => call.sent.destroy(), patienceInMs);
      const answer = await call.read().finally(() => clearTimeout(timer));
      if (answer.status !== 200) return `${answer.status} ${answer.text.slice(0, 200)}`;
      return answer.isWhole ? undefined : "cut off: the connection closed before the end of the answer";
    },
    collections: (requestId: string) =>
      post(
        "/nft/generate-nft-queue",
        JSON.stringify({
          walletAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
          prompt: "a red fox",
          model: "velogen",
          width: 512,
          height: 512,
          chainId: 31_337,
          amount,
        }),
        { ...authorization, "x-request-id": requestId },
      ),
  };

  function start(kind: keyof typeof kinds): void {
    const requestId = crypto.randomUUID();
    const call = kinds[kind](requestId).catch((error: Error) => `no answer: ${error.cause ?? error}`);
    calls.push(
      call.then((reason) => {
        if (reason) acknowledged.failed.push({ kind, reason });
        else acknowledged[kind].push(requestId);
      }),
    );
  }

  /** Repeats a request until it is accepted, as a provider repeats its events. */
  async function insist(kind: string, send: () => Promise<string | undefined>): Promise<boolean> {
    for (
      const endsAt = performance.now() + 4 * patienceInMs;
      performance.now() < endsAt;
      await sleep(1_000)
    ) {
      const reason = await send().catch((error: Error) => `no answer: ${error.cause ?? error}`);
      if (!reason) return true;
      acknowledged.failed.push({ kind, reason });
    }
    return false;
  }

  function askToMint(number: number): Promise<string | undefined> {
    const words = { name: "Foxes", description: "Foxes.", symbol: "FOX" };
    return post("/nft/mint-nft", JSON.stringify({ collectionId, ids: [number], ...words }), authorization);
  }

  async function mintOneAfterTheOther(): Promise<void> {
    for (let number = 1; !isOver && number <= installation.tokens; number++) {
      if (await insist("mints", () => askToMint(number))) acknowledged.mints.push(number);
      await sleep(installation.mintEveryInMs);
    }
  }

  async function pay(): Promise<void> {
    const paymentId = crypto.randomUUID();
    const providerPayment = `pi_${paymentId.replaceAll("-", "")}`;
    const event = JSON.stringify({
      id: `evt_${paymentId}`,
      object: "event",
      type: "checkout.session.completed",
      data: {
        object: {
          object: "checkout.session",
          payment_intent: providerPayment,
          payment_status: "paid",
          amount_total: 2_500,
          currency: "usd",
          metadata: {
            mintwright_account: account.accountId,
            mintwright_payment: paymentId,
            mintwright_credits: "500",
          },
        },
      },
    });
    const sendEvent = () => {
      const seconds = Math.floor(Date.now() / 1000);
      const signature = createHmac("sha256", webhookSecret).update(`${seconds}.${event}`).digest("hex");
      return post("/payments/stripe/events", event, { "stripe-signature": `t=${seconds},v1=${signature}` });
    };
    if (await insist("payments", sendEvent)) acknowledged.payments.push(providerPayment);
  }

  const timers = [
    setInterval(() => start("prompts"), 250),
    setInterval(() => start("streams"), 500),
    setInterval(() => start("collections"), 2_000),
    setInterval(() => calls.push(pay()), 1_000),
  ];
  calls.push(mintOneAfterTheOther());
  const stopSending = () => {
    isOver = true;
    timers.forEach(clearInterval);
  };
  onTestFinished(stopSending);
  return {
    acknowledged,
    async finish() {
      stopSending();
      await Promise.all(calls);
    },
    async mintAgain() {
      for (const number of acknowledged.mints) await insist("mints", () => askToMint(number));
    },
  };
}
