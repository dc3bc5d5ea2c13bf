import type { ObjectStore } from "../../engines/storage/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { markCancelledImages } from "./collections.repository.ts";
import { deleteStrayFiles } from "./image-files.ts";
import {
  markCancelledKind,
  planCollectionKind,
  planRuledCollectionKind,
  strayFilesKind,
} from "./job-kinds.ts";
import { planCollection } from "./plan-collection.ts";

/** Jobs about whole collections. Images are not jobs: workers claim them, see image-work.ts. */
export function createCollectionJobs(database: Database, store: ObjectStore): JobDefinition[] {
  return [
    {
      ...planCollectionKind,
      concurrency: 2,
      handle: (payload) => planCollection(database, planCollectionKind.payload.parse(payload)),
    },
    {
      ...planRuledCollectionKind,
      concurrency: 2,
      handle: (payload) => planCollection(database, planRuledCollectionKind.payload.parse(payload)),
    },
    {
      ...markCancelledKind,
      handle: (payload) => markCancelledImages(database, markCancelledKind.payload.parse(payload)),
    },
    {
      ...strayFilesKind,
      handle: (payload) => deleteStrayFiles(database, store, strayFilesKind.payload.parse(payload)),
    },
  ];
}
