import type { Node } from "./drawing.ts";

export interface SetSubject {
  readonly subject: Node[];
  readonly front: Node[];
  readonly keepsFront: boolean;
}
