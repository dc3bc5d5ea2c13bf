import sharp from "sharp";
import type { Config } from "../config/index.ts";
import { createNsfwClassifier } from "../engines/classifier/index.ts";
import { createUpscaler } from "../engines/upscale/index.ts";
import { createImageService, createModeration, type ImageService } from "../features/images/index.ts";
import type { Database } from "../platform/database/database.ts";
import { buildCredentials } from "./build-credentials.ts";
import { buildImageEngines, type EngineParts, type ImageEngines } from "./build-engines.ts";

export interface Images {
  service: ImageService;
  engines: ImageEngines["byModel"];
  stop(): Promise<void>;
}

// No image is decoded twice, so the libvips cache would only cost memory.
sharp.cache(false);

export function buildImages(
  config: Config,
  parts: EngineParts & { database: Database },
  patience: { waitsForPlace: boolean },
): Images {
  const engines = buildImageEngines(config, parts, patience);
  const upscaler = createUpscaler({ threads: 1, maxWaiting: 16 });
  const { blockedWords, refusePicturesFrom } = config.moderation;
  const classifier = refusePicturesFrom === undefined ? undefined : createNsfwClassifier({ maxWaiting: 64 });
  const imageCheck = classifier && { classifier, refuseFrom: refusePicturesFrom ?? 1 };
  return {
    service: createImageService({
      engines: engines.byModel,
      upscaler,
      moderation: createModeration({ blockedWords, imageCheck }),
      credentials: buildCredentials(config, parts.database),
    }),
    engines: engines.byModel,
    async stop() {
      await engines.stop();
      await upscaler.stop();
      await classifier?.stop();
    },
  };
}
