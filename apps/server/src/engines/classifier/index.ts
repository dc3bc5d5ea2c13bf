export { createNsfwClassifier } from "./nsfw-classifier.ts";
export type { PictureClassifier } from "./picture-classifier.ts";
