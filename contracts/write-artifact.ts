import { mkdirSync, writeFileSync } from "node:fs";
import { artifactFile, buildArtifact } from "./forge.ts";

mkdirSync(new URL(".", artifactFile), { recursive: true });
writeFileSync(artifactFile, buildArtifact());
