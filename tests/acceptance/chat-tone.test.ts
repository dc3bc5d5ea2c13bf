import { createTestAccount, findTool, startChatModel } from "@mintwright/test-harness";
import { expect, it } from "vitest";
import { askAssistant } from "./chat-installation.ts";
import { writeEngineConfig } from "./engine-config.ts";
import { startInstallation } from "./installation.ts";

const python = findTool({
  variable: "CHAT_MODEL_PYTHON",
  purpose: "Tone and context in a real model's answer",
});

// A model of 135 million parameters cannot be relied on to sound playful. At temperature 0 it says the same to the same
// prompt, so an answer that differs was shaped by what the request changed, and one that does not was not.
it.skipIf(!python)(
  "shapes a real model's answer by context, limitation and the chosen tone, and by no other [CTX-14 CTX-17 CTX-18 CTX-19]",
  { timeout: 300_000 },
  async () => {
    const model = await startChatModel(python ?? "");
    const config = writeEngineConfig(model.baseUrl, {
      assistant: { temperature: 0, maxTokens: 40, contextTokens: 2_048 },
    });
    const installation = await startInstallation({ MINTWRIGHT_CONFIG: config.path });
    try {
      const { key } = await createTestAccount(installation.database.url, { credits: 100, rate: "none" });
      const ask = async (context?: object) => {
        const injected = context && { useCustomContext: true, contextInjection: context };
        const question = "What is the name of your project? Answer with its name.";
        const answer = await askAssistant(installation, key, { question, ...injected });
        expect(answer.status, answer.text).toBe(200);
        return answer.body.data.bot;
      };
      const project = { companyName: "Zephyrwood" };
      const tones = { selectedTone: "SARCASTIC_MEME_STYLE", customTone: "like a pirate, with many arrs" };
      const plain = await ask(project);
      expect(plain).toContain("Zephyrwood");
      expect(await ask()).not.toContain("Zephyrwood");
      expect(await ask(project)).toBe(plain);
      for (const unused of [tones, { aiTone: "DEFAULT_TONE", ...tones }]) {
        expect(await ask({ ...project, ...unused })).toBe(plain);
      }
      const preset = await ask({ ...project, aiTone: "PRE_SET_TONE", ...tones });
      const custom = await ask({ ...project, aiTone: "CUSTOM_TONE", ...tones });
      expect(new Set([plain, preset, custom]).size).toBe(3);
      expect(await ask({ ...project, aiTone: "PRE_SET_TONE", selectedTone: tones.selectedTone })).toBe(
        preset,
      );
      expect(await ask({ ...project, aiTone: "CUSTOM_TONE", customTone: tones.customTone })).toBe(custom);
      expect(await ask({ ...project, limitation: true })).not.toBe(plain);
    } finally {
      await installation.stop();
      await model.stop();
      config.remove();
    }
  },
);
