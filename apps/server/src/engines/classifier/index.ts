export type { ImageClassifier } from "./nsfw-classifier.ts";
export { createNsfwClassifier } from "./nsfw-classifier.ts";
