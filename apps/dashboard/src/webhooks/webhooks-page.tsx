import { Page } from "../ui/page.tsx";

/** Webhooks. */
export function WebhooksPage() {
  return <Page title="Webhooks">{null}</Page>;
}
