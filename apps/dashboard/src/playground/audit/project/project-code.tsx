import { useState } from "react";
import { LazyCodeEditor } from "../../../code/lazy-code-editor.tsx";
import { InlineChoice } from "../../../ui/field.tsx";
import type { Finding } from "../audit-findings.tsx";

/** The source of one file with its findings marked. A chosen finding opens its file. */
export function ProjectCode({
  files,
  findings,
  chosen,
  onChoose,
}: {
  files: Readonly<Record<string, string>>;
  findings: readonly Finding[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
}) {
  const names = Object.keys(files);
  const finding = findings.find(({ id }) => id === chosen);
  const [picked, setPicked] = useState<{ name: string; after: string | undefined }>();
  const isPicked = picked && picked.after === chosen;
  const name = isPicked ? picked.name : (finding?.file ?? findings[0]?.file ?? names[0] ?? "");
  const marks = findings
    .filter(({ file }) => file === name)
    .flatMap(({ id, lines, severity, title }) =>
      lines.slice(0, 50).map((line) => ({ id, line, severity, title: `${severity}: ${title}` })),
    );
  return (
    <section aria-label="Code" className="min-w-0 rounded-md border border-line bg-surface">
      <div className="border-line border-b p-3">
        <InlineChoice
          label="File"
          value={name}
          onChange={(next) => setPicked({ name: next, after: chosen })}
          options={names.map((one) => [one, one] as const)}
        />
      </div>
      <div className="h-[24rem] lg:h-[40rem]">
        <LazyCodeEditor
          key={name}
          label={`Code of ${name}`}
          text={files[name] ?? ""}
          marks={marks}
          onMark={onChoose}
          shownLines={finding && finding.file === name ? finding.lines : []}
        />
      </div>
    </section>
  );
}
