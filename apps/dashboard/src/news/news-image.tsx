import { Newspaper } from "lucide-react";
import { useState } from "react";
import { nameCategory } from "./news-names.ts";

/**
 * The image of an article. Only images stored on this server are loaded: a request to the publisher would reveal the
 * reader, and the content security policy blocks it.
 */
export function NewsImage({
  url,
  categoryId,
  className = "",
}: {
  url: string;
  categoryId: number;
  className?: string;
}) {
  const [hasFailed, setFailed] = useState(false);
  const isOurs = url.startsWith(`${location.origin}/`) || url.startsWith("data:image/");
  if (!isOurs || hasFailed) {
    return (
      <div
        aria-hidden="true"
        className={`flex flex-col items-center justify-center gap-2 bg-sunken p-3 text-center text-muted text-xs ${className}`}
        data-testid="no-image"
      >
        <Newspaper size={28} strokeWidth={1.25} />
        {nameCategory(categoryId)}
      </div>
    );
  }
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
      className={`bg-sunken object-cover ${className}`}
    />
  );
}
