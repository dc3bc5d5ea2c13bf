import { useAllowed } from "../api/permissions.ts";
import { Page } from "../ui/page.tsx";
import { Deliveries } from "./deliveries.tsx";
import { Endpoints } from "./endpoints.tsx";
import { WebhookAlerts } from "./webhook-alerts.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

export function WebhooksPage() {
  const allowed = useAllowed();
  return (
    <Page
      title="Webhooks"
      text="Signed webhooks tell your server when a collection has ended, an article matches a news alert or a spend alert is reached. Failed deliveries are retried."
    >
      <Endpoints />
      <Deliveries />
      <WebhookAlerts />
      {allowed("readContents") && <WebhookSecret />}
    </Page>
  );
}
