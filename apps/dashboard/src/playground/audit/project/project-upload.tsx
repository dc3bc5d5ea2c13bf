import { projectLimits } from "@mintwright/api-contract/limits";
import type { DryRunOptions } from "@mintwright/sdk";
import { FileArchive } from "lucide-react";
import { useRef, useState } from "react";
import { operations } from "../../../api/operations.ts";
import { Button } from "../../../ui/button.tsx";
import { PriceButton, PriceProblem, usePrice } from "../../price.tsx";

const maxMegabytes = projectLimits.zipBytes / 1_000_000;

/** Takes a zip by drop or by choice. */
export function ProjectUpload({ isBusy, onAudit }: { isBusy: boolean; onAudit: (file: File) => void }) {
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState("");
  const [isDraggedOver, setDraggedOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const asked = usePrice("audit-project", {}, askPrice);
  const take = (given: File | undefined) => {
    const found = given && findProblem(given);
    setProblem(found ?? "");
    if (given && !found) setFile(given);
  };
  return (
    <section
      aria-label="Project"
      className={`rounded-md border bg-surface ${isDraggedOver ? "border-accent" : "border-line"}`}
      onDragOver={(event) => {
        event.preventDefault();
        setDraggedOver(true);
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDraggedOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <div className="flex items-start gap-4 p-6">
        <FileArchive size={28} strokeWidth={1.25} className="shrink-0 text-muted" aria-hidden="true" />
        <div className="min-w-0">
          <p className="break-words font-medium" data-testid="project-file">
            {file ? `${file.name} · ${formatSize(file.size)}` : "Drop a zip of your project here"}
          </p>
          <p className="max-w-prose text-muted">
            Include <code className="numbers text-xs">foundry.toml</code> or the Hardhat config, your
            contracts, and <code className="numbers text-xs">lib</code> or the packages that they import. At
            most 5 MB. No code of the project runs.
          </p>
        </div>
      </div>
      <form
        className="flex flex-wrap items-center gap-2 border-line border-t p-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (file) onAudit(file);
        }}
      >
        <PriceButton
          label={isBusy ? "Auditing…" : "Audit project"}
          asked={asked}
          isBusy={isBusy}
          disabled={!file}
        />
        <Button disabled={isBusy} onClick={() => picker.current?.click()}>
          Choose zip
        </Button>
        <input
          ref={picker}
          type="file"
          accept=".zip,application/zip"
          hidden
          aria-label="Zip of the project"
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <PriceProblem asked={asked} />
        <p role="status" className="text-amber text-xs">
          {problem}
        </p>
      </form>
    </section>
  );
}

// The price does not depend on the project, so the dry run sends a few bytes.
const askPrice = (_request: object, options: DryRunOptions) =>
  operations.contracts.auditProject({ zip: new Uint8Array(3) }, options);

function findProblem({ name, size }: File): string | undefined {
  if (!name.toLowerCase().endsWith(".zip")) return "Choose a zip file of the project’s folder.";
  if (size > projectLimits.zipBytes)
    return `This zip has ${formatSize(size)} and the limit is ${maxMegabytes} MB. Leave out build output and packages that the contracts do not import.`;
  return undefined;
}

const formatSize = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
