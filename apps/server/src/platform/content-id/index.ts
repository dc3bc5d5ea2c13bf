export { contentIdOf } from "./content-id.ts";
