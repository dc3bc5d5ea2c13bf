import type { Node } from "./drawing.ts";

/** A subject set into the picture. */
export interface SetSubject {
  readonly subject: Node[];
  readonly front: Node[];
  readonly keepsFront: boolean;
}
