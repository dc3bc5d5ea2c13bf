import { readFileSync } from "node:fs";
import type { PlantedAccount } from "./planted-account.ts";

/** A page of the dashboard: its route, an address of it, and whether it is for visitors without a session. */
export interface DashboardPage {
  route: string;
  path: string;
  isPublic: boolean;
}

/** Lists an address for every route of the dashboard, with planted ids. Fails when a route has none. */
export function listEveryPage(planted: PlantedAccount): DashboardPage[] {
  const shareToken = planted.shareUrl?.split("/").at(-1) ?? "unknown";
  const paths: Record<string, string> = {
    "/confirm-email": "/confirm-email?token=unknown",
    "/reset-password": "/reset-password?token=unknown",
    "/change-email": "/change-email?token=unknown",
    "/shared/$token": `/shared/${shareToken}`,
    "/claim/$chainId/$address": "/claim/1/0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "/keys/$keyId/context": `/keys/${planted.keyId}/context`,
    "/invitation/$invitationId": "/invitation/unknown",
    "/collections/$collectionId": `/collections/${planted.collectionId}`,
    "/library/$itemId": `/library/${planted.itemIds.audit}`,
    "/logs/$logId": `/logs/${planted.logId}`,
    "/news/$articleId": `/news/${planted.articleId}`,
    "/playground/audit": `/playground/audit?item=${planted.itemIds.audit}`,
    "/playground/audit/project": `/playground/audit/project?item=${planted.itemIds.project}`,
    "/library/compare": `/library/compare?before=${planted.itemIds.audit}&after=${planted.itemIds.project}`,
    "/playground/contract": `/playground/contract?item=${planted.itemIds.contract}`,
  };
  const publicRoutes =
    /^\/(?:sign-in|sign-up|confirm-email|forgot-password|reset-password|shared|claim)(?:\/|$)/;
  const router = readFileSync(new URL("../../apps/dashboard/src/router.tsx", import.meta.url), "utf8");
  const routes = [...router.matchAll(/^ {2}path: "([^"]+)"/gm)].map(([, route = ""]) => route);
  // It only leads on to the image playground.
  return routes
    .filter((route) => route !== "/playground")
    .map((route) => {
      const path = paths[route] ?? route;
      if (path.includes("$")) throw new Error(`Name an address for the page ${route}.`);
      return { route, path, isPublic: publicRoutes.test(route) };
    });
}
