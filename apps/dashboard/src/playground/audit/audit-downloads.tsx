import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { call } from "../../api/call.ts";
import { libraryKey } from "../../library/library-queries.ts";
import { Button, buttonLink } from "../../ui/button.tsx";
import { download } from "../../ui/download.ts";
import { Failure } from "../../ui/states.tsx";
import { showToast } from "../../ui/toast.ts";
import type { PaidAudit } from "./audit-workspace.ts";

/** Shares a report by link, or downloads it as PDF, Markdown or SARIF. */
export function AuditDownloads({ audit: { report, markdown, itemId } }: { audit: PaidAudit }) {
  const queryClient = useQueryClient();
  const { high = 0, medium = 0, low = 0, info = 0 } = report.counts;
  const body = { report: { ...report, counts: { high, medium, low, info } } };
  const sarif = useMutation({
    mutationFn: () => call("POST /audit/sarif", { body }),
    onSuccess: (text) =>
      download("audit.sarif", JSON.stringify(JSON.parse(text), null, 2), "application/sarif+json"),
  });
  const pdf = useMutation({
    mutationFn: () => call("POST /audit/pdf", { body }),
    onSuccess: (file) => download("audit.pdf", file, "application/pdf"),
  });
  const share = useMutation({
    mutationFn: async (id: string) => {
      const params = { itemId: id };
      return (await call("POST /operations/library/{itemId}/share", { params })).data.shareUrl ?? "";
    },
    onSuccess: async (url) => {
      await queryClient.invalidateQueries({ queryKey: libraryKey });
      const isCopied = await navigator.clipboard?.writeText(url).then(
        () => true,
        () => false,
      );
      showToast(isCopied ? "Link copied. Anyone with it can read this report." : "The report is shared.");
    },
  });
  const error = sarif.error ?? pdf.error ?? share.error;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {itemId && (
          <Link to="/library/compare" search={{ after: itemId }} className={buttonLink.quiet}>
            Compare
          </Link>
        )}
        {itemId && (
          <Button isBusy={share.isPending} onClick={() => share.mutate(itemId)}>
            Share report
          </Button>
        )}
        <Button isBusy={pdf.isPending} onClick={() => pdf.mutate()}>
          Download PDF
        </Button>
        <Button onClick={() => download("audit.md", markdown, "text/markdown")}>Download report</Button>
        <Button isBusy={sarif.isPending} onClick={() => sarif.mutate()}>
          Download SARIF
        </Button>
      </div>
      {share.data && (
        <code className="numbers break-all rounded-md bg-sunken px-3 py-2 text-xs">{share.data}</code>
      )}
      {error && <Failure error={error} />}
    </>
  );
}
