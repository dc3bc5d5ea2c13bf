export { createEsrganUpscaler } from "./esrgan-upscaler.ts";
export type { Upscaler } from "./upscaler.ts";
