const secretName = /secret|token|password|authorization|key$/i;
const secretText = /mw_live_[A-Za-z0-9]+/g;
// Callers' URLs may contain secrets, as user:password or in the query.
const addressUser = /(https?:\/\/)[^/\s@]*@/g;
const addressQuery = /\?(?<=https?:\/\/[^\s?#]+\?)\S*/g;

/** Removes API keys, and credentials in URLs. */
export function cutSecrets(text: string): string {
  return text
    .replaceAll(secretText, "mw_live_[secret]")
    .replaceAll(addressUser, "$1")
    .replaceAll(addressQuery, "?…");
}

/** Summarises a job's payload in one line, without secrets and long texts. */
export function summarisePayload(payload: unknown): string {
  if (typeof payload !== "object" || payload === null) return "";
  return Object.entries(payload)
    .map(([name, value]) => `${name}: ${summariseValue(name, value)}`)
    .join(", ");
}

function summariseValue(name: string, value: unknown): string {
  if (secretName.test(name)) return "[secret]";
  if (Array.isArray(value)) return `${value.length} items`;
  if (typeof value === "object" && value !== null) return "…";
  const text = cutSecrets(String(value));
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
