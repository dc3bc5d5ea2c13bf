/** Reads the email of a confirmation link, to show it. The server alone decides whether the link is valid. */
export function readTokenEmail(token: string): string {
  try {
    const [, payload = ""] = token.split(".");
    const base64 = payload.replaceAll("-", "+").replaceAll("_", "/");
    const { email } = JSON.parse(atob(base64)) as { email?: unknown };
    return typeof email === "string" ? email : "";
  } catch {
    return "";
  }
}
