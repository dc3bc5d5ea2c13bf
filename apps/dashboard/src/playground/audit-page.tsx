import { Page } from "../ui/page.tsx";

/** Auditor. */
export function AuditPage() {
  return <Page title="Auditor">{null}</Page>;
}
