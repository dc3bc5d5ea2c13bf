import { lazy, memo, Suspense } from "react";
import { Scroller } from "../ui/scroller.tsx";

// Loads the Markdown parser with the first answer, not with the page.
const Rendered = lazy(() =>
  import("./rendered-markdown.tsx").then(({ RenderedMarkdown }) => ({ default: RenderedMarkdown })),
);

/** Longer texts are shown as plain text: parsing them again for every chunk would block the page. */
const maxParsedCharacters = 60_000;

/**
 * Renders untrusted Markdown: no HTML, no images, and only http, https and mailto links.
 */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const plain = <p className="whitespace-pre-wrap break-words">{text}</p>;
  if (text.length > maxParsedCharacters) {
    return (
      <Scroller label="Long text" className="max-h-[32rem] rounded-md border border-line p-3">
        {plain}
      </Scroller>
    );
  }
  return (
    <Suspense fallback={plain}>
      <Rendered text={text} />
    </Suspense>
  );
});
