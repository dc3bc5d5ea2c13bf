import { useState } from "react";
import { nameCategory } from "./news-names.ts";

/**
 * The picture of an article. Only what this server keeps is loaded: an outlet's own address would tell the outlet who
 * reads, and the page's policy refuses it.
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
        className={`flex items-end bg-sunken p-3 text-muted text-xs ${className}`}
        data-testid="no-picture"
      >
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
