import { hash } from "node:crypto";

const trackingParameter =
  /^(?:utm_\w+|mtm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|ref|ref_src|referrer|source|src|cmpid|ito|spm|_hs\w+|guccounter|output|amp|rss|feed)$/i;

/** Writes an address so that two spellings of one page are the same text. */
export function normaliseUrl(text: string): string {
  const url = new URL(text);
  url.hash = "";
  url.protocol = "https:";
  url.hostname = url.hostname.replace(/^(?:www|m|amp|mobile)\./, "");
  const kept = [...url.searchParams]
    .filter(([name]) => !trackingParameter.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  url.search = new URLSearchParams(kept).toString();
  url.pathname = url.pathname.replace(/\/(?:amp|index\.html?)?\/?$/, "").replaceAll(/\/{2,}/g, "/") || "/";
  return url.href.replace(/\/$/, "");
}

/** The key under which an address is known. */
export function toUrlKey(url: string): Buffer {
  return Buffer.from(hash("sha256", normaliseUrl(url), "hex"), "hex");
}
