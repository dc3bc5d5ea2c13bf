import { useQuery } from "@tanstack/react-query";
import { type Dispatch, type SetStateAction, useEffect, useRef } from "react";
import type { AuditContent } from "../../library/item-preview.tsx";
import { contentQuery, fileUrlOf, itemQuery, newestQuery } from "../../library/library-queries.ts";
import { useTabState } from "../tab-state.ts";
import { type AuditWorkspace, emptyWorkspace, type PaidAudit, workspaceOf } from "./audit-workspace.ts";

/** The value of `item` for code that is not audited: typed here, or left by the contract page. */
export const draftItem = "draft";

/**
 * The code and the audit of the page. The audit comes from the library: that of the item, or the newest. The tab keeps
 * only code that was typed and not audited yet.
 */
export function useAuditWorkspace(item: string | undefined): {
  workspace: AuditWorkspace;
  setWorkspace: Dispatch<SetStateAction<AuditWorkspace>>;
  isOpening: boolean;
} {
  const [workspace, setWorkspace] = useTabState<AuditWorkspace>("audit", emptyWorkspace, withoutAudit);
  const isBlank = workspace.files.every(({ text }) => text === "");
  const newest = useQuery({ ...newestQuery("audit", 10), enabled: item === undefined && isBlank });
  const newestCode = newest.data?.find(({ audit }) => !audit?.isProject);
  const itemId = item === draftItem ? undefined : (item ?? newestCode?.id);
  const stored = useQuery({ ...itemQuery(itemId ?? ""), enabled: itemId !== undefined, retry: false });
  const content = useQuery({
    ...contentQuery<AuditContent>(fileUrlOf(itemId ?? "")),
    enabled: stored.data !== undefined,
  });
  const opened = useRef<string>(undefined);
  useEffect(() => {
    if (!stored.data || !content.data || opened.current === stored.data.id) return;
    const { id, price } = stored.data;
    const { files, report, markdown } = content.data;
    opened.current = id;
    const audit: PaidAudit = { report, markdown, charged: price, isStale: false, itemId: id };
    // The newest audit arrives late: it must not replace code that was typed in the meantime.
    const isTyped = ({ files: typed }: AuditWorkspace) => !item && typed.some(({ text }) => text !== "");
    setWorkspace((current) =>
      current.audit?.itemId === id || isTyped(current)
        ? current
        : { ...workspaceOf(Object.entries(files).map(([name, text]) => ({ name, text }))), audit },
    );
  }, [item, stored.data, content.data, setWorkspace]);
  return { workspace, setWorkspace, isOpening: stored.isLoading || content.isLoading };
}

/** What the tab keeps: nothing once the code is audited, because the library has it. */
function withoutAudit(workspace: AuditWorkspace): AuditWorkspace | undefined {
  const { audit, ...code } = workspace;
  return audit && !audit.isStale ? undefined : code;
}
