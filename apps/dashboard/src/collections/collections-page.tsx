import { Page } from "../ui/page.tsx";

/** Collections. */
export function CollectionsPage() {
  return <Page title="Collections">{null}</Page>;
}
