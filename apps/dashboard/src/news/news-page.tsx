import { Page } from "../ui/page.tsx";

/** News. */
export function NewsPage() {
  return <Page title="News">{null}</Page>;
}
