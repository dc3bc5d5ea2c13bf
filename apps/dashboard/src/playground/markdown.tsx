import { lazy, memo, Suspense } from "react";
import { Scroller } from "../ui/scroller.tsx";

// The parser comes with the first answer that is shown, not with the page.
const Rendered = lazy(() =>
  import("./rendered-markdown.tsx").then(({ RenderedMarkdown }) => ({ default: RenderedMarkdown })),
);

/** Beyond this a text is shown as it is: parsing it anew with every piece would hold the page up. */
const maxParsedCharacters = 60_000;

/**
 * Shows text of a model or a stranger as Markdown. Nothing in it runs, is loaded or is trusted: no HTML, no pictures,
 * no addresses but those of the web and of mail.
 */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const plain = <p className="whitespace-pre-wrap break-words">{text}</p>;
  if (text.length > maxParsedCharacters) {
    return (
      <Scroller label="A long text" className="max-h-[32rem] rounded-md border border-line p-3">
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
