import { dashboardApiPath } from "@mintwright/api-contract/dashboard-paths";
import { call } from "../../api/call.ts";

const ownPrefix = `${dashboardApiPath}/references/`;

/** Uploads an image and returns its URL, to be sent as the reference of a request. */
export const uploadReference = (image: Blob) => call("POST /references", { body: image });

/** Returns the path that shows an uploaded reference. Images of other sites are fetched by the server only. */
export function toPreview(reference: string): string | undefined {
  const { origin, pathname } = URL.parse(reference) ?? {};
  return origin === window.location.origin && pathname?.startsWith(ownPrefix) ? pathname : undefined;
}
