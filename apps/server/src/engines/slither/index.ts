export { canCutNetwork } from "./sandbox.ts";
export { absentSlither, type Slither, type SlitherOutcome } from "./slither.ts";
export { createSlither } from "./slither-process.ts";
