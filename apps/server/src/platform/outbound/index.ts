export { createOutbound, type Outbound } from "./create-outbound.ts";
export { OutboundError, type OutboundErrorCode } from "./outbound-error.ts";
