/** What to draw. The same request always gives the same bytes. */
export interface SketchRequest {
  readonly prompt: string;
  /** Any text; without a known style the image is painterly. */
  readonly style?: string;
  readonly traits?: readonly SketchTrait[];
  readonly seed: number;
  /** Pixels, brought into 256 to 1792. */
  readonly width: number;
  /** Pixels, brought into 256 to 1792. */
  readonly height: number;
  /** An image to start from. */
  readonly reference?: SketchReference;
}

/** An image to start from. Its palette, light and composition are used, not its shapes. */
export interface SketchReference {
  /** PNG, JPEG or WebP. */
  readonly bytes: Uint8Array;
  /** Cut out the main character and draw a new scene around it instead (PNG only). Default: false. */
  readonly keepsCharacter?: boolean;
}

/** One trait of a token, in the form of its metadata. */
export interface SketchTrait {
  readonly trait_type: string;
  readonly value: string;
}
