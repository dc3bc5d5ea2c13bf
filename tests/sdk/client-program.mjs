import process from "node:process";

// A program that uses the packed client under whatever runtime starts it: reads scenarios as JSON from its argument,
// runs them at once and prints what each came to.
const [sdkUrl, scenariosText] = process.argv.slice(-2);
const sdk = await import(sdkUrl);

async function run({ url, key, call, options, again }) {
  const events = [];
  const client = new sdk.Mintwright({
    baseUrl: url,
    apiKey: key,
    ...options,
    onEvent: ({ kind, attempt, delayInMs }) => events.push({ kind, attempt, delayInMs }),
  });
  const make = async (callOptions) => {
    if (call === "enhance") {
      const { data, credits, isReplayed } = await client.prompts
        .enhance({ prompt: "a fox in a library" }, callOptions)
        .withResponse();
      return { text: data.enhancedPrompt, charged: credits.charged, isReplayed };
    }
    if (call === "image") {
      const request = { prompt: "a fox", model: "velogen", width: 512, height: 512 };
      const { bytes, seed } = await client.images.generate(request, callOptions);
      return { text: `${bytes[0]},${bytes[1]},${bytes.length > 1000},${seed >= 0}` };
    }
    let text = "";
    for await (const piece of client.chat.stream({ question: "What is gas?" }, callOptions)) text += piece;
    return { text };
  };
  try {
    return { ...(await make()), events };
  } catch (error) {
    const { name, attempts, phase, status, code, requestId, retryAfterInSeconds, idempotencyKey } = error;
    const classes = Object.keys(sdk).filter((each) => each.endsWith("Error") && error instanceof sdk[each]);
    const failure = { name, attempts, phase, status, code, requestId, retryAfterInSeconds, classes };
    const second = again ? await make({ idempotencyKey }) : undefined;
    return { failure, events, second, hasKey: Boolean(idempotencyKey) };
  }
}

const results = await Promise.all(JSON.parse(scenariosText).map(run));
process.stdout.write(JSON.stringify(results));
