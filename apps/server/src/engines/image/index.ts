export { createComfyUiEngine } from "./comfyui-engine.ts";
export { detectImageFormat, readPngSize } from "./image-bytes.ts";
export type { ImageEngine, ReferenceImage } from "./image-engine.ts";
export { measureImageEngine } from "./measured-image-engine.ts";
export { createOpenAiImagesEngine } from "./openai-images-engine.ts";
export { makeImageEngineResilient } from "./resilient-image-engine.ts";
export { createSdWebEngine } from "./sd-web-engine.ts";
export { createSketchEngine } from "./sketch-engine.ts";
