/** Rates pictures. */
export interface PictureClassifier {
  /** How likely a picture is not safe for work, from 0 to 1. */
  rate(bytes: Buffer, signal: AbortSignal): Promise<number>;
  stop(): Promise<void>;
}
