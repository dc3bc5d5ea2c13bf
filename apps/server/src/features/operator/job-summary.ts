const secretName = /secret|token|password|authorization|key$/i;
const secretText = /mw_live_[A-Za-z0-9]+/g;
// Addresses of callers may carry secrets of theirs, as user:password or in their query.
const addressUser = /(https?:\/\/)[^/\s@]*@/g;
const addressQuery = /\?(?<=https?:\/\/[^\s?#]+\?)\S*/g;

/** Cuts out what must not be shown to anybody. */
export function cutSecrets(text: string): string {
  return text
    .replaceAll(secretText, "mw_live_[secret]")
    .replaceAll(addressUser, "$1")
    .replaceAll(addressQuery, "?…");
}

/** Says what a job is about, in one line: its fields, without secrets and without long texts. */
export function summarisePayload(payload: unknown): string {
  if (typeof payload !== "object" || payload === null) return "";
  return Object.entries(payload)
    .map(([name, value]) => `${name}: ${summariseValue(name, value)}`)
    .join(", ");
}

function summariseValue(name: string, value: unknown): string {
  if (secretName.test(name)) return "[secret]";
  if (Array.isArray(value)) return `${value.length} of them`;
  if (typeof value === "object" && value !== null) return "…";
  const text = cutSecrets(String(value));
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
