import type { SharedItem } from "@mintwright/api-contract";
import type { AuditReport, GeneratedContract } from "@mintwright/sdk";
import { useQuery } from "@tanstack/react-query";
import { LazyCodeEditor } from "../code/lazy-code-editor.tsx";
import { ContractCoverage } from "../playground/contract/contract-coverage.tsx";
import { Markdown } from "../playground/markdown.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { download } from "../ui/download.ts";
import { LoadingRows, PanelFailure } from "../ui/states.tsx";
import { contentQuery } from "./library-queries.ts";

/** The file of a stored contract. */
export interface ContractContent {
  question: string;
  source: string;
  contract: GeneratedContract;
}

/** The file of a stored audit. */
export interface AuditContent {
  files: Record<string, string>;
  report: AuditReport;
  markdown: string;
}

/** Shows a stored result, to its owner or to somebody with its link. */
export function ItemPreview({ item, fileUrl }: { item: SharedItem; fileUrl: string }) {
  if (item.image) return <ImagePreview item={item} image={item.image} fileUrl={fileUrl} />;
  if (item.contract) return <ContractPreview name={item.contract.name} fileUrl={fileUrl} />;
  if (item.audit) return <AuditPreview fileUrl={fileUrl} />;
  return item.deployment ? <DeploymentPreview deployment={item.deployment} /> : null;
}

function ImagePreview({
  item,
  image,
  fileUrl,
}: {
  item: SharedItem;
  image: NonNullable<SharedItem["image"]>;
  fileUrl: string;
}) {
  return (
    <div className="p-4">
      <img
        src={fileUrl}
        alt={item.prompt ?? item.title}
        width={image.width}
        height={image.height}
        style={{ maxWidth: `min(${image.width}px, ${(70 * image.width) / image.height}vh)` }}
        className="mx-auto h-auto w-full rounded-md"
      />
    </div>
  );
}

function ContractPreview({ name, fileUrl }: { name: string; fileUrl: string }) {
  const { data, error, refetch } = useQuery(contentQuery<ContractContent>(fileUrl));
  if (error) return <PanelFailure error={error} onRetry={() => refetch()} />;
  if (!data) return <LoadingPreview />;
  return (
    <div className="flex flex-col gap-3 p-4">
      <div className="flex items-center justify-between gap-3">
        <code className="numbers text-muted text-xs">{name}.sol</code>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={data.source} label="Copy code" />
          <Button onClick={() => download(`${name}.sol`, data.source, "text/plain")}>Download .sol</Button>
        </div>
      </div>
      {data.contract.coverage && <ContractCoverage coverage={data.contract.coverage} />}
      <div className="h-[32rem] overflow-hidden rounded-md border border-line">
        <LazyCodeEditor label={`Source of ${name}`} text={data.source} />
      </div>
    </div>
  );
}

function AuditPreview({ fileUrl }: { fileUrl: string }) {
  const { data, error, refetch } = useQuery(contentQuery<AuditContent>(fileUrl));
  if (error) return <PanelFailure error={error} onRetry={() => refetch()} />;
  if (!data) return <LoadingPreview />;
  return (
    <div className="flex min-w-0 flex-col gap-3 break-words p-4">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-medium">Report</h2>
        <Button onClick={() => download("audit.md", data.markdown, "text/markdown")}>Download report</Button>
      </div>
      <Markdown text={data.markdown} />
    </div>
  );
}

/** Tall enough that what follows the preview is not seen moving. */
function LoadingPreview() {
  return (
    <div className="min-h-[70vh]">
      <LoadingRows />
    </div>
  );
}

function DeploymentPreview({ deployment }: { deployment: NonNullable<SharedItem["deployment"]> }) {
  const facts = [
    ["Address", deployment.address],
    ["Transaction", deployment.transactionHash],
    ["Deployer", deployment.deployer],
  ] as const;
  return (
    <div className="flex flex-col gap-4 p-4">
      <p>
        <span className="text-muted text-xs">Chain </span>
        <span className="numbers">{deployment.chainId}</span>
      </p>
      {facts.map(([name, text]) => (
        <div key={name} className="flex flex-col gap-1">
          <span className="text-muted text-xs">{name}</span>
          <div className="flex items-center gap-2">
            <code className="numbers min-w-0 flex-1 break-all rounded-md bg-sunken px-3 py-2 text-xs">
              {text}
            </code>
            <CopyButton text={text} label={`Copy ${name.toLowerCase()}`} />
          </div>
        </div>
      ))}
    </div>
  );
}
