/** Files that are linked on sites and have no text to read. */
const otherFiles =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|mp[34]|webm|mov|wav|zip|gz|tar|dmg|exe|apk|css|js|json|xml|rss|woff2?|docx?|xlsx?|pptx?)$/i;

/** Chooses the pages of the same site that a page links to, in order, without repetition. */
export function chooseSiteLinks(links: readonly string[], pageUrl: string): string[] {
  const page = new URL(pageUrl);
  const chosen = new Set<string>();
  for (const link of links) {
    const url = URL.parse(link, page.href);
    if (!url || url.origin !== page.origin || url.username !== "" || otherFiles.test(url.pathname)) continue;
    url.hash = "";
    if (url.href !== page.href) chosen.add(url.href);
  }
  return [...chosen];
}
