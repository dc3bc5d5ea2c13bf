import { mkdirSync, writeFileSync } from "node:fs";
import { artifactFiles, readArtifact, runForge } from "./forge.ts";

runForge(["build"]);
for (const [contractName, file] of Object.entries(artifactFiles)) {
  mkdirSync(new URL(".", file), { recursive: true });
  writeFileSync(file, readArtifact(contractName));
}
