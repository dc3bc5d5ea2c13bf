import { Page } from "../ui/page.tsx";

/** Collection. */
export function CollectionPage() {
  return <Page title="Collection">{null}</Page>;
}
