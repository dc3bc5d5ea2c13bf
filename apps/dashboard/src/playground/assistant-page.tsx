import { Page } from "../ui/page.tsx";

/** Assistant. */
export function AssistantPage() {
  return <Page title="Assistant">{null}</Page>;
}
