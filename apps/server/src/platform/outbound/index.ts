export { createOutbound, type Outbound } from "./create-outbound.ts";
export { OutboundError } from "./outbound-error.ts";
