import { Page } from "../ui/page.tsx";

/** Contract generator. */
export function ContractPage() {
  return <Page title="Contract generator">{null}</Page>;
}
