import { dashboardRoutes } from "@mintwright/api-contract/dashboard";
import type { ObjectStore } from "../../engines/storage/index.ts";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { ServeDashboard } from "../../serving/dashboard-context.ts";
import { RawAnswer } from "../../serving/operation-context.ts";
import { assertStorageLeft, takeAttempts } from "../limits/index.ts";
import { getReference, keepReference, referenceUrl } from "./kept-references.ts";

/** Serves the images that an owner gives, to be named as references. */
export function registerFilesDashboard(
  serve: ServeDashboard,
  { database, store, publicUrl }: { database: Database; store: ObjectStore; publicUrl: string },
): void {
  serve(dashboardRoutes.keepReference, async ({ caller: { accountId }, input: { body } }) => {
    await takeAttempts(database, [
      { subject: `reference ${accountId}`, attempts: 120, windowInSeconds: 900 },
    ]);
    await assertStorageLeft(database, accountId, { images: 1 });
    return { url: referenceUrl(publicUrl, await keepReference(store, accountId, Buffer.from(body))) };
  });

  serve(dashboardRoutes.getReference, async ({ caller: { accountId }, input: { params } }) => {
    const image = await getReference(store, accountId, params.name);
    if (!image) throw new AppError("not_found", "Your account has no such image.");
    return new RawAnswer("image/webp", image);
  });
}
