import { AppError } from "../../platform/errors.ts";

/** Decides what may be painted and shown. */
export interface Moderation {
  /** Throws when the words are refused. */
  checkPrompt(text: string): void;
  /** Throws when the picture is refused. */
  checkPicture(bytes: Buffer): Promise<void>;
}

/** The operator does not allow this content. */
export class ContentRefusedError extends AppError {
  constructor(what: "prompt" | "picture") {
    super(
      "content_refused",
      `The ${what} is against the rules of this service. Nothing is charged; change the prompt and try again.`,
    );
  }
}

/** Rates how likely a picture is not safe for work, from 0 to 1. */
export interface PictureClassifier {
  rate(bytes: Buffer): Promise<number>;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Creates a moderation from blocked words (matched as whole words in any case) and an optional picture classifier. */
export function createModeration({
  blockedWords,
  classifier,
  threshold = 0.7,
}: {
  blockedWords: readonly string[];
  classifier?: PictureClassifier | undefined;
  threshold?: number | undefined;
}): Moderation {
  const words = blockedWords.map((word) => escapePattern(word.normalize("NFKC").trim())).filter(Boolean);
  const pattern =
    words.length > 0
      ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})(?![\\p{L}\\p{N}\\p{M}])`, "iu")
      : undefined;
  return {
    checkPrompt(text) {
      if (pattern?.test(text.normalize("NFKC"))) throw new ContentRefusedError("prompt");
    },
    async checkPicture(bytes) {
      if (classifier && (await classifier.rate(bytes)) >= threshold) throw new ContentRefusedError("picture");
    },
  };
}
