// Apart from the schemas: a page that offers these values need not load what validates them.

/** Where the tone of an answer comes from. */
export const toneSources = ["DEFAULT_TONE", "CUSTOM_TONE", "PRE_SET_TONE"] as const;

/** The tones that can be chosen with `PRE_SET_TONE`. */
export const presetTones = [
  "PROFESSIONAL",
  "FRIENDLY",
  "INFORMATIVE",
  "FORMAL",
  "CONVERSATIONAL",
  "AUTHORITATIVE",
  "PLAYFUL",
  "INSPIRATIONAL",
  "CONCISE",
  "EMPATHETIC",
  "ACADEMIC",
  "NEUTRAL",
  "SARCASTIC_MEME_STYLE",
] as const;

export type PresetTone = (typeof presetTones)[number];

/** The chains on which a project's token may live. */
export const tokenBlockchains = [
  "ETHEREUM",
  "BSC",
  "ARBITRUM",
  "BASE",
  "BLAST",
  "AVALANCHE",
  "POLYGON",
  "SCROLL",
  "OPTIMISM",
  "LINEA",
  "ZKSYNC",
  "POLYGON_ZKEVM",
  "GNOSIS",
  "FANTOM",
  "MOONRIVER",
  "MOONBEAM",
  "BOBA",
  "METIS",
  "LISK",
  "AURORA",
  "SEI",
  "IMMUTABLE_ZK",
  "GRAVITY",
  "TAIKO",
  "CRONOS",
  "FRAXTAL",
  "ABSTRACT",
  "WORLD_CHAIN",
  "MANTLE",
  "MODE",
  "CELO",
  "BERACHAIN",
] as const;
