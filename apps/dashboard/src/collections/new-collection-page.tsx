import { Page } from "../ui/page.tsx";

/** New collection. */
export function NewCollectionPage() {
  return <Page title="New collection">{null}</Page>;
}
