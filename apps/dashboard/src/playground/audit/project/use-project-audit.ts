import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { operations } from "../../../api/operations.ts";
import { creditsQuery } from "../../../api/queries.ts";
import type { AuditContent } from "../../../library/item-preview.tsx";
import { contentQuery, fileUrlOf, itemQuery, libraryKey } from "../../../library/library-queries.ts";
import type { PaidAudit } from "../audit-workspace.ts";

const route = getRouteApi("/inside/playground/audit/project");

/** Uploads projects, and opens the audit of the library that the address names. */
export function useProjectAudit(item: string | undefined) {
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const stored = useQuery({ ...itemQuery(item ?? ""), enabled: item !== undefined, retry: false });
  const content = useQuery({
    ...contentQuery<AuditContent>(fileUrlOf(item ?? "")),
    enabled: stored.data !== undefined,
  });
  const running = useMutation({
    mutationFn: async (file: File): Promise<PaidAudit> => {
      controller.current = new AbortController();
      const zip = new Uint8Array(await file.arrayBuffer());
      const name = file.name.replace(/\.zip$/i, "").slice(0, 100);
      const { data, credits, stored } = await operations.contracts
        .auditProject({ zip, name }, { signal: controller.current.signal })
        .withResponse();
      const itemId = stored?.itemIds[0];
      return { ...data, charged: credits?.charged ?? 0, isStale: false, itemId };
    },
    onSuccess: async ({ itemId }) => {
      await queryClient.invalidateQueries({ queryKey: libraryKey });
      await navigate({ search: { item: itemId }, replace: true });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: creditsQuery.queryKey }),
  });
  const opened: PaidAudit | undefined = stored.data &&
    content.data && {
      ...content.data,
      charged: stored.data.price,
      isStale: false,
      itemId: stored.data.id,
    };
  return {
    running,
    audit: item === undefined ? running.data : opened,
    files: content.data?.files,
    isOpening: item !== undefined && (stored.isLoading || content.isLoading),
    openError: stored.error ?? content.error,
    isStopped: running.error !== null && controller.current?.signal.aborted === true,
    stop: () => controller.current?.abort(new Error("stopped")),
  };
}
