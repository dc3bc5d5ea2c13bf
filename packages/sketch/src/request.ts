/** What to draw. The same request always gives the same bytes. */
export interface SketchRequest {
  readonly prompt: string;
  /** Any text. Default: painterly. */
  readonly style?: string;
  readonly traits?: readonly SketchTrait[];
  readonly seed: number;
  /** In pixels, clamped to 256 to 1792. */
  readonly width: number;
  /** In pixels, clamped to 256 to 1792. */
  readonly height: number;
  readonly reference?: SketchReference;
}

/** An image to start from. Its palette, light and composition are used, not its shapes. */
export interface SketchReference {
  /** PNG, JPEG or WebP. */
  readonly bytes: Uint8Array;
  /** Cut out the main character and draw a new scene around it (PNG only). Default: false. */
  readonly keepsCharacter?: boolean;
}

/** One trait of a token, as in its metadata. */
export interface SketchTrait {
  readonly trait_type: string;
  readonly value: string;
}
