import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { Scroller } from "../ui/scroller.tsx";
import { CodeBlock } from "./code-block.tsx";

const web = /^(https?:|mailto:)/i;

/** Drops script, data and relative URLs. */
const keepWebAddress = (url: string) => (web.test(url) ? url : "");

const components: Components = {
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="break-words underline">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  // Loading a remote image would reveal the reader to its server.
  img: ({ alt, src }) => (
    <span className="break-all text-muted">
      [image not loaded{alt ? `: ${alt}` : ""}
      {typeof src === "string" && src ? ` · ${src}` : ""}]
    </span>
  ),
  pre: ({ children }) => <>{children}</>,
  code: ({ className, children, node }) => {
    const code = String(children);
    const isBlock = className !== undefined || code.includes("\n") || isFenced(node);
    if (!isBlock) return <code className="numbers rounded bg-sunken px-1 py-0.5 text-xs">{code}</code>;
    return (
      <CodeBlock
        code={code.replace(/\n$/, "")}
        language={/language-(\S+)/.exec(className ?? "")?.[1] ?? ""}
      />
    );
  },
  table: ({ children }) => (
    <Scroller label="Table" className="max-h-[32rem] rounded-md border border-line">
      <table className="w-full border-collapse text-left">{children}</table>
    </Scroller>
  ),
  th: ({ children }) => <th className="bg-sunken px-3 py-2 font-medium">{children}</th>,
  td: ({ children }) => <td className="border-line border-t px-3 py-2 align-top">{children}</td>,
  // The page uses h1 and h2, so the headings of an answer start at h3.
  h1: ({ children }) => <h3 className="text-lg">{children}</h3>,
  h2: ({ children }) => <h3 className="text-base">{children}</h3>,
  h3: ({ children }) => <h4 className="font-semibold">{children}</h4>,
  h4: ({ children }) => <h4 className="font-semibold">{children}</h4>,
  h5: ({ children }) => <h4 className="font-semibold">{children}</h4>,
  h6: ({ children }) => <h4 className="font-semibold">{children}</h4>,
  ul: ({ children }) => <ul className="list-disc pl-5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol className="list-decimal pl-5" start={start}>
      {children}
    </ol>
  ),
  blockquote: ({ children }) => (
    <blockquote className="border-line border-l-2 pl-3 text-muted">{children}</blockquote>
  ),
  hr: () => <hr className="border-line" />,
  input: ({ checked }) => <span aria-hidden="true">{checked ? "☑ " : "☐ "}</span>,
};

function isFenced(
  node: { position?: { start: { line: number }; end: { line: number } } | undefined } | undefined,
) {
  return !!node?.position && node.position.start.line !== node.position.end.line;
}

// Limit the indentation of deeply nested lists and quotes.
const shallow = [
  "[&_blockquote_blockquote_blockquote_blockquote]:border-l-0",
  "[&_blockquote_blockquote_blockquote_blockquote]:pl-0",
  "[&_li_li_li_li_li_:is(ul,ol)]:pl-0",
].join(" ");

/** Maps Markdown to the elements above only. */
export function RenderedMarkdown({ text }: { text: string }) {
  return (
    <div className={`flex min-w-0 flex-col gap-3 break-words ${shallow}`}>
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={components} urlTransform={keepWebAddress}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
