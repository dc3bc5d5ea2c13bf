import { Mintwright } from "@mintwright/sdk";

// A worker of an edge runtime: one call that is awaited, one whose text is passed on while it is written.
export default {
  async fetch(request) {
    if (request.method === "GET") return new Response("ready");
    const { baseUrl, apiKey } = await request.json();
    const mintwright = new Mintwright({ baseUrl, apiKey });
    if (new URL(request.url).pathname === "/call") {
      const { data, credits } = await mintwright.prompts
        .enhance({ prompt: "a fox in a library" })
        .withResponse();
      return Response.json({ text: data.enhancedPrompt, charged: credits.charged });
    }
    const stream = mintwright.chat.stream({ question: "What is gas?" });
    return new Response(stream.toReadableStream().pipeThrough(new TextEncoderStream()));
  },
};
