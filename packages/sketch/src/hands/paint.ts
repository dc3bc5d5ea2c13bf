import type { Node } from "../drawing.ts";
import type { Easel, Hand } from "./hand.ts";

/** Paints nodes with a hand. */
export function paint(nodes: readonly Node[], hand: Hand, easel: Easel): string {
  return nodes.map((node) => paintNode(node, hand, easel)).join("");
}

function paintNode(node: Node, hand: Hand, easel: Easel): string {
  switch (node.kind) {
    case "shape":
      return node.opacity <= 0 ? "" : hand.shape(node, easel);
    case "line":
      return hand.line(node, easel);
    case "glow":
      return hand.glow(node, easel);
    case "group": {
      const inner = paint(node.children, hand, node.isFlipped ? turnLight(easel) : easel);
      if (inner === "") return "";
      const clip = node.clip === undefined ? "" : ` clip-path="url(#${easel.definitions.clip(node.clip)})"`;
      const move = node.transform === "" ? "" : ` transform="${node.transform}"`;
      const fade = node.opacity === 1 ? "" : ` opacity="${node.opacity}"`;
      return `<g${clip}${move}${fade}>${inner}</g>`;
    }
  }
}

function turnLight(easel: Easel): Easel {
  return { ...easel, lightSide: easel.lightSide === 1 ? -1 : 1 };
}
