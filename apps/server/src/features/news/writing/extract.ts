const maxCharacters = 280;

/** Writes a short extract of a report, whole sentences where they fit, that says whose words these are. */
export function writeExtract(text: string, title: string, source: string): string {
  // Many feeds repeat the title, or end with where the post first appeared.
  const end = text.toLowerCase().lastIndexOf("the post ");
  const isEnding = end !== -1 && /^.{0,300} (?:first )?appeared (?:first )?on /i.test(text.slice(end));
  const body = (isEnding ? text.slice(0, end) : text).trim();
  if (body === "" || body === title) return `Reported by ${source}.`;
  return `${shorten(body)} (${source})`;
}

function shorten(text: string): string {
  if (text.length <= maxCharacters) return text;
  const head = text.slice(0, maxCharacters);
  const sentence = /^.*[.!?](?=\s)/s.exec(head)?.[0];
  if (sentence && sentence.length > 80) return sentence;
  return `${head.slice(0, Math.max(head.lastIndexOf(" "), 80)).replace(/(?<![\s,;:–-])[\s,;:–-]+$/, "")}…`.toWellFormed();
}
