import type { PictureClassifier } from "../../engines/classifier/index.ts";
import { AppError } from "../../platform/errors.ts";

export interface Moderation {
  checkPrompt(text: string): void;
  checkPicture(bytes: Buffer, signal: AbortSignal): Promise<void>;
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
export interface PictureCheck {
  classifier: Pick<PictureClassifier, "rate">;
  refuseFrom: number;
}

/** Creates the moderation from blocked words, matched as whole words in any case, and an optional image check. */
export function createModeration({
  blockedWords,
  pictureCheck,
}: {
  blockedWords: readonly string[];
  pictureCheck?: PictureCheck | undefined;
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
    async checkPicture(bytes, signal) {
      if (!pictureCheck) return;
      const rating = await pictureCheck.classifier.rate(bytes, signal);
      if (rating >= pictureCheck.refuseFrom) throw new ContentRefusedError("image");
    },
  };
}
