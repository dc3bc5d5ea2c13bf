import type { PictureClassifier } from "../../engines/classifier/index.ts";
import { AppError } from "../../platform/errors.ts";

/** Decides what may be painted and shown. */
export interface Moderation {
  /** Throws when the words are refused. */
  checkPrompt(text: string): void;
  /** Throws when the picture is refused. */
  checkPicture(bytes: Buffer, signal: AbortSignal): Promise<void>;
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

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** A classifier and the rating, from 0 to 1, from which on it refuses. */
export interface PictureCheck {
  classifier: Pick<PictureClassifier, "rate">;
  refuseFrom: number;
}

/** Creates a moderation from blocked words (matched as whole words in any case) and an optional check of pictures. */
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
      if (rating >= pictureCheck.refuseFrom) throw new ContentRefusedError("picture");
    },
  };
}
