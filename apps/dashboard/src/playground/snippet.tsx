import { Link } from "@tanstack/react-router";
import { Tabs } from "radix-ui";
import { useState } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { Scroller } from "../ui/scroller.tsx";
import { keyVariable, type ShownCall, type Snippets, writeSnippets } from "./code-snippets.ts";

const languages = [
  ["curl", "curl"],
  ["typescript", "TypeScript"],
  ["python", "Python"],
] as const satisfies (readonly [keyof Snippets, string])[];

const tabLook =
  "min-h-9 rounded-md px-3 text-muted hover:text-ink data-[state=active]:bg-sunken data-[state=active]:font-medium data-[state=active]:text-ink";

export function Snippet({ call }: { call: ShownCall }) {
  const [language, setLanguage] = useState<keyof Snippets>("curl");
  const snippets = writeSnippets(call, window.location.origin);
  return (
    <Tabs.Root
      value={language}
      onValueChange={(value) => setLanguage(value as keyof Snippets)}
      className="flex flex-col gap-3 border-line border-t p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Tabs.List aria-label="Language" className="flex gap-1">
          {languages.map(([id, name]) => (
            <Tabs.Trigger key={id} value={id} className={tabLook}>
              {name}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <CopyButton text={snippets[language]} label="Copy code" />
      </div>
      {languages.map(([id, name]) => (
        <Tabs.Content key={id} value={id}>
          <Scroller label={`Code in ${name}`} className="max-h-96 rounded-md bg-sunken">
            <pre className="numbers whitespace-pre-wrap break-all p-3 text-xs">{snippets[id]}</pre>
          </Scroller>
        </Tabs.Content>
      ))}
      <p className="text-muted text-xs">
        To run it, set <code className="numbers">{keyVariable}</code> to a secret key from{" "}
        <Link to="/keys" className="text-ink underline">
          Keys
        </Link>
        .
      </p>
    </Tabs.Root>
  );
}
