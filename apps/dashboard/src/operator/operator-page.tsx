import { Page } from "../ui/page.tsx";

/** Operator. */
export function OperatorPage() {
  return <Page title="Operator">{null}</Page>;
}
