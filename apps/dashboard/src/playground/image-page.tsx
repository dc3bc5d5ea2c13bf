import { Page } from "../ui/page.tsx";

/** Playground. */
export function ImagePage() {
  return <Page title="Playground">{null}</Page>;
}
