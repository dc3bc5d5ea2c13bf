import { CopyButton } from "../ui/copy-button.tsx";
import { Scroller } from "../ui/scroller.tsx";

export function CodeBlock({ code, language }: { code: string; language: string }) {
  return (
    <figure className="overflow-hidden rounded-md border border-line bg-sunken">
      <figcaption className="flex items-center justify-between gap-2 border-line border-b py-1 pr-1 pl-3 text-muted text-xs">
        <span className="truncate">{language || "text"}</span>
        <CopyButton text={code} />
      </figcaption>
      <Scroller label={`Code, ${language || "text"}`} className="max-h-[32rem]">
        <pre className="numbers p-3 text-xs leading-relaxed">
          <code>{code}</code>
        </pre>
      </Scroller>
    </figure>
  );
}
