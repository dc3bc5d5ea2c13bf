import type { CustomContext, PresetTone } from "@mintwright/api-contract";

const presetInstructions: Record<PresetTone, string> = {
  PROFESSIONAL: "Write in a professional tone: competent, courteous and to the point.",
  FRIENDLY: "Write in a friendly tone: warm, approachable and encouraging.",
  INFORMATIVE: "Write in an informative tone: explain with facts, definitions and examples.",
  FORMAL: "Write in a formal tone: complete sentences, no contractions, no slang.",
  CONVERSATIONAL: "Write in a conversational tone: as one would speak to a colleague.",
  AUTHORITATIVE:
    "Write in an authoritative tone: clear statements of an expert, without hedging what is certain.",
  PLAYFUL: "Write in a playful tone: light and humorous, and still correct.",
  INSPIRATIONAL: "Write in an inspirational tone: show what is possible and encourage to act.",
  CONCISE: "Write in a concise tone: the shortest answer that is complete.",
  EMPATHETIC: "Write in an empathetic tone: acknowledge how the reader feels before you help.",
  ACADEMIC: "Write in an academic tone: precise terms, reasoned argument, named sources where you have them.",
  NEUTRAL: "Write in a neutral tone: balanced, without opinion or emotion.",
  SARCASTIC_MEME_STYLE:
    "Write in a sarcastic tone with the humour of internet memes, and never at the reader's expense.",
};

/** Returns the tone as an instruction of ours, or as a style in the caller's own words, which is treated as data. */
export function chooseTone({
  aiTone,
  selectedTone,
  customTone,
}: CustomContext): { instruction: string } | { style: string } | undefined {
  if (aiTone === "PRE_SET_TONE" && selectedTone) return { instruction: presetInstructions[selectedTone] };
  if (aiTone === "CUSTOM_TONE" && customTone) return { style: customTone };
  return undefined;
}
