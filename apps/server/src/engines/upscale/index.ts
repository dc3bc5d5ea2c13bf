export { createUpscaler, type Upscaler } from "./upscaler.ts";
