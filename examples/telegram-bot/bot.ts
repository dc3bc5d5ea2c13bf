import { Mintwright, MintwrightError } from "@mintwright/sdk";

const { MINTWRIGHT_URL = "http://localhost:3001", MINTWRIGHT_KEY, TELEGRAM_TOKEN } = process.env;
const telegram = `${process.env.TELEGRAM_URL ?? "https://api.telegram.org"}/bot${TELEGRAM_TOKEN}`;
const mintwright = new Mintwright({ baseUrl: MINTWRIGHT_URL, apiKey: MINTWRIGHT_KEY });

interface Update {
  update_id: number;
  message?: { chat: { id: number }; text?: string };
}

/** Sends the image of a message such as `/image a fox`, and answers anything else. */
async function reply(chat: number, text: string): Promise<void> {
  const form = new FormData();
  form.set("chat_id", String(chat));
  if (text.startsWith("/image ")) {
    const prompt = text.slice("/image ".length);
    const { bytes } = await mintwright.images.generate({ prompt, model: "velogen", width: 512, height: 512 });
    form.set("photo", new Blob([new Uint8Array(bytes)]), "image.jpg");
    await fetch(`${telegram}/sendPhoto`, { method: "POST", body: form });
    return;
  }
  let answer = "";
  // One conversation for each chat.
  for await (const piece of mintwright.chat.stream({
    question: text,
    chatHistory: "on",
    sdkUniqueId: `telegram-${chat}`,
  }))
    answer += piece;
  form.set("text", answer);
  await fetch(`${telegram}/sendMessage`, { method: "POST", body: form });
}

let offset = 0;
for (;;) {
  const response = await fetch(`${telegram}/getUpdates?timeout=30&offset=${offset}`);
  const { result } = (await response.json()) as { result: Update[] };
  for (const { update_id, message } of result) {
    offset = update_id + 1;
    if (!message?.text) continue;
    await reply(message.chat.id, message.text).catch((error) => {
      if (!(error instanceof MintwrightError)) throw error;
      process.stderr.write(`${error.message}\n`);
    });
  }
}
