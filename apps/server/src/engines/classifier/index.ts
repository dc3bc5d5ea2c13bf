export type { PictureClassifier } from "./nsfw-classifier.ts";
export { createNsfwClassifier } from "./nsfw-classifier.ts";
