import type { Config } from "../config/index.ts";
import { createLibraryService, type LibraryService, type ShareUrlOf } from "../features/library/index.ts";
import type { Platform } from "./compose-platform.ts";

export function buildLibrary(
  { retention: { libraryDays } }: Pick<Config, "retention">,
  { database, store, logger }: Pick<Platform, "database" | "store" | "logger">,
): LibraryService {
  return createLibraryService({ database, store, libraryDays, logger });
}

/** Links lead to a page of the dashboard. Without a dashboard they lead to the shared item as JSON. */
export function createShareUrls({ dashboard }: Pick<Config, "dashboard">): (publicUrl: string) => ShareUrlOf {
  return (publicUrl) => {
    const root = dashboard ? `${dashboard.publicUrl}/dashboard` : publicUrl;
    return (token) => `${root}/shared/${token}`;
  };
}
