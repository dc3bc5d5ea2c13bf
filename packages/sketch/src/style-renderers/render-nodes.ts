import type { Node } from "../drawing.ts";
import type { RenderContext, StyleRenderer } from "./style-renderer.ts";

/** Renders nodes as SVG in a style. */
export function renderNodes(nodes: readonly Node[], renderer: StyleRenderer, context: RenderContext): string {
  return nodes.map((node) => renderNode(node, renderer, context)).join("");
}

function renderNode(node: Node, renderer: StyleRenderer, context: RenderContext): string {
  switch (node.kind) {
    case "shape":
      return node.opacity <= 0 ? "" : renderer.shape(node, context);
    case "line":
      return renderer.line(node, context);
    case "glow":
      return renderer.glow(node, context);
    case "group": {
      const inner = renderNodes(node.children, renderer, node.isFlipped ? turnLight(context) : context);
      if (inner === "") return "";
      const clip = node.clip === undefined ? "" : ` clip-path="url(#${context.definitions.clip(node.clip)})"`;
      const move = node.transform === "" ? "" : ` transform="${node.transform}"`;
      const fade = node.opacity === 1 ? "" : ` opacity="${node.opacity}"`;
      return `<g${clip}${move}${fade}>${inner}</g>`;
    }
  }
}

function turnLight(context: RenderContext): RenderContext {
  return { ...context, lightSide: context.lightSide === 1 ? -1 : 1 };
}
