import { dashboardApiPath } from "@mintwright/api-contract/dashboard-paths";
import { CallError } from "../../api/call.ts";

const ownPrefix = `${dashboardApiPath}/references/`;

/** Gives a picture to the server, so that a request can name it by its address. */
export async function keepReference(picture: Blob): Promise<{ url: string }> {
  const answer = await fetch(`${dashboardApiPath}/references`, {
    method: "POST",
    headers: { "content-type": picture.type || "application/octet-stream" },
    body: picture,
  }).catch(() => {
    throw new CallError(0, "unreachable", "The server cannot be reached. Try again.");
  });
  const answered = (await answer.json().catch(() => ({}))) as { url?: string; message?: string };
  if (answer.ok && answered.url) return { url: answered.url };
  throw new CallError(answer.status, "unknown", answered.message ?? "The picture could not be uploaded.");
}

/** Where a picture that was given can be looked at; others are looked at by the server alone. */
export function toPreview(reference: string): string | undefined {
  const { origin, pathname } = URL.parse(reference) ?? {};
  return origin === window.location.origin && pathname?.startsWith(ownPrefix) ? pathname : undefined;
}
