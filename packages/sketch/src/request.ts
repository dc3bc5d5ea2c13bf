/** What a picture is asked for: the same request always gives the same bytes. */
export interface SketchRequest {
  readonly prompt: string;
  /** Pixels, 256 to 1024. */
  readonly width: number;
  /** Pixels, 256 to 1024. */
  readonly height: number;
  readonly seed: number;
  readonly style?: string;
  readonly traits?: readonly SketchTrait[];
  /** An image whose main character takes the subject's place. */
  readonly character?: Uint8Array;
  /** An image that lends its palette, its light and its composition. */
  readonly reference?: Uint8Array;
}

/** One trait of a token, in the form of its metadata. */
export interface SketchTrait {
  readonly trait_type: string;
  readonly value: string;
}
