import type { DryRunOptions } from "@mintwright/sdk";
import { type Dispatch, type SetStateAction, useRef, useState } from "react";
import { operations } from "../../api/operations.ts";
import { LazyCodeEditor } from "../../code/lazy-code-editor.tsx";
import type { LineMark } from "../../code/line-marks.ts";
import { Button } from "../../ui/button.tsx";
import { PriceButton, PriceProblem, usePrice } from "../price.tsx";
import { vulnerableBank } from "./audit-example.ts";
import {
  type AuditWorkspace,
  addEmptyFile,
  addFiles,
  emptyWorkspace,
  removeFile,
  renameFile,
  type SourceFile,
  writeText,
} from "./audit-workspace.ts";
import { readDropped, readFiles } from "./dropped-files.ts";

export function AuditCode({
  workspace,
  onChange,
  marks,
  onMark,
  shownLines,
  isBusy,
  onAudit,
}: {
  workspace: AuditWorkspace;
  onChange: Dispatch<SetStateAction<AuditWorkspace>>;
  marks: readonly LineMark[];
  onMark: (id: string) => void;
  shownLines: readonly number[];
  isBusy: boolean;
  onAudit: () => void;
}) {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const [problem, setProblem] = useState("");
  const picker = useRef<HTMLInputElement>(null);
  const asked = usePrice("audit", {}, askPrice);
  const add = async (reading: Promise<SourceFile[]>) => {
    const files = await reading.catch(() => []);
    setProblem(files.length === 0 ? "No Solidity files (.sol) found." : "");
    if (files.length > 0) onChange((current) => addFiles(current, files));
  };
  const isEmpty = workspace.files.every(({ text }) => text.trim() === "");
  const current = workspace.files.find(({ name }) => name === workspace.shown) ?? workspace.files[0];
  return (
    <section
      aria-label="Code"
      className={`flex min-w-0 flex-col rounded-md border bg-surface ${isDraggedOver ? "border-accent" : "border-line"}`}
      onDragOver={(event) => {
        event.preventDefault();
        setDraggedOver(true);
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDropCapture={(event) => {
        if (event.dataTransfer.types.includes("Files")) {
          event.preventDefault();
          event.stopPropagation();
          void add(readDropped(event.dataTransfer));
        }
        setDraggedOver(false);
      }}
    >
      <FileBar workspace={workspace} onChange={onChange} />
      <div className="h-[24rem] lg:h-[40rem]">
        {current && (
          <LazyCodeEditor
            key={current.name}
            label={`Code of ${current.name}`}
            text={current.text}
            hint="Paste Solidity here, or drop files and folders."
            onChange={(text) => onChange((known) => writeText(known, text))}
            marks={marks}
            onMark={onMark}
            shownLines={shownLines}
          />
        )}
      </div>
      <form
        className="flex flex-wrap items-center gap-2 border-line border-t p-3"
        onSubmit={(event) => {
          event.preventDefault();
          onAudit();
        }}
      >
        <PriceButton
          label={isBusy ? "Auditing…" : "Audit"}
          asked={asked}
          isBusy={isBusy}
          disabled={isEmpty}
        />
        <Button onClick={() => picker.current?.click()}>Add files</Button>
        <input
          ref={picker}
          type="file"
          accept=".sol"
          multiple
          hidden
          aria-label="Solidity files"
          onChange={(event) => {
            void add(readFiles(event.target.files ?? []));
            event.target.value = "";
          }}
        />
        {isEmpty ? (
          <Button onClick={() => onChange((known) => addFiles(known, [vulnerableBank]))}>Load example</Button>
        ) : (
          <Button disabled={isBusy} onClick={() => onChange(emptyWorkspace())}>
            Clear
          </Button>
        )}
        <PriceProblem asked={asked} />
        <p role="status" className="text-amber text-xs">
          {problem}
        </p>
      </form>
    </section>
  );
}

// The price does not depend on the code, so the dry run sends a short sample.
const askPrice = (_request: object, options: DryRunOptions) =>
  operations.contracts.audit({ question: "contract A {}" }, options);

/** File tabs. The open file can be renamed, because imports refer to names. */
function FileBar({
  workspace,
  onChange,
}: {
  workspace: AuditWorkspace;
  onChange: Dispatch<SetStateAction<AuditWorkspace>>;
}) {
  return (
    <div className="flex flex-wrap items-center gap-1 border-line border-b p-2">
      {workspace.files.map(({ name }) =>
        name === workspace.shown ? (
          <span key={name} className="flex items-center rounded-md bg-sunken">
            <input
              aria-label="File name"
              defaultValue={name}
              size={Math.min(40, Math.max(12, name.length))}
              onBlur={(event) => {
                const renamed = renameFile(workspace, event.target.value);
                if (renamed === workspace) event.target.value = name;
                else onChange(renamed);
              }}
              onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
              className="numbers h-8 min-w-0 rounded-md bg-transparent px-2 font-medium text-xs"
            />
            <button
              type="button"
              aria-label={`Remove ${name}`}
              onClick={() => onChange((known) => removeFile(known, name))}
              className="size-8 rounded-md text-muted hover:text-ink"
            >
              ×
            </button>
          </span>
        ) : (
          <button
            key={name}
            type="button"
            onClick={() => onChange((known) => ({ ...known, shown: name }))}
            className="numbers h-8 max-w-60 truncate rounded-md px-2 text-muted text-xs hover:bg-sunken hover:text-ink"
          >
            {name}
          </button>
        ),
      )}
      <button
        type="button"
        aria-label="New file"
        onClick={() => onChange(addEmptyFile)}
        className="size-8 rounded-md text-muted hover:bg-sunken hover:text-ink"
      >
        +
      </button>
    </div>
  );
}
