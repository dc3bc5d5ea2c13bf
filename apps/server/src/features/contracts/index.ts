export { createContractGenerator } from "./generator/generator.service.ts";
