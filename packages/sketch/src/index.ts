export { render } from "./render.ts";
export type { SketchReference, SketchRequest, SketchTrait } from "./request.ts";
