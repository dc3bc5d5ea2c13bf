/** Leads to a source in a window that knows nothing of this one. What is no web address is shown and leads nowhere. */
export function SourceLink({ name, url }: { name: string; url: string }) {
  const parsed = URL.parse(url);
  const isWeb = parsed?.protocol === "https:" || parsed?.protocol === "http:";
  return (
    <span className="min-w-0 break-words">
      {isWeb ? (
        <a
          href={parsed.href}
          target="_blank"
          rel="noopener noreferrer"
          className="font-medium underline underline-offset-2"
        >
          {name || parsed.hostname}
        </a>
      ) : (
        <span className="font-medium">{name || "Unknown source"}</span>
      )}
      <span className="ml-2 break-all text-muted text-xs">{isWeb ? parsed.hostname : url.slice(0, 80)}</span>
    </span>
  );
}
