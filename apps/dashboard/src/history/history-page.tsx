import { Page } from "../ui/page.tsx";

/** Conversations. */
export function HistoryPage() {
  return <Page title="Conversations">{null}</Page>;
}
