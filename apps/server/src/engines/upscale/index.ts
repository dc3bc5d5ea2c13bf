export type { Upscaler } from "./esrgan-upscaler.ts";
export { createEsrganUpscaler } from "./esrgan-upscaler.ts";
