export { findTool } from "@mintwright/test-harness";
