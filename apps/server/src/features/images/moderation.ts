import type { ImageClassifier } from "../../engines/classifier/index.ts";
import { AppError } from "../../platform/errors.ts";

export interface Moderation {
  checkPrompt(text: string): void;
  checkImage(bytes: Buffer, signal: AbortSignal): Promise<void>;
}

export class ContentRefusedError extends AppError {
  constructor(what: "prompt" | "image") {
    super(
      "content_refused",
      `The ${what} violates the content rules of this service. Nothing is charged; change the prompt and try again.`,
    );
  }
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** A classifier and the rating, from 0 to 1, at which an image is refused. */
export interface ImageCheck {
  classifier: Pick<ImageClassifier, "rate">;
  refuseFrom: number;
}

/** Creates the moderation from blocked words, matched as whole words in any case, and an optional image check. */
export function createModeration({
  blockedWords,
  imageCheck,
}: {
  blockedWords: readonly string[];
  imageCheck?: ImageCheck | undefined;
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
    async checkImage(bytes, signal) {
      if (!imageCheck) return;
      const rating = await imageCheck.classifier.rate(bytes, signal);
      if (rating >= imageCheck.refuseFrom) throw new ContentRefusedError("image");
    },
  };
}
