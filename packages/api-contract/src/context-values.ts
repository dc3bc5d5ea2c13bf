// Separate from the schemas, so that a page that offers these values does not load the validation code.

export const toneSources = ["DEFAULT_TONE", "CUSTOM_TONE", "PRE_SET_TONE"] as const;

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

/** The chains that a project's token can be on. */
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
