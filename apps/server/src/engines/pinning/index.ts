export { createKuboPinning } from "./kubo-pinning.ts";
export type { Pinning } from "./pinning.ts";
export { createServicePinning } from "./service-pinning.ts";
