const route = /\b(?:GET|POST|PUT|PATCH|DELETE) \/|(?:^|[\s`"(])\/[a-z][\w{}-]*/;

/** Removes the sentences that name a route of the API: they help a program's author, not a person on a page. */
export function toPersonMessage(message: string): string {
  const sentences = message.split(/(?<=[.!?]) /).filter((sentence) => !route.test(sentence));
  return sentences.join(" ") || "Something went wrong.";
}

/** What a person can do about an error. */
export type WayOn = "retry" | "sign-in" | "credits" | "home" | "correct";

/** Chooses the way on by status. Trying again is offered only where it can help. */
export function findWayOn(status: number | undefined, code: string | undefined): WayOn {
  if (code === "insufficient_credits") return "credits";
  if (status === 401) return "sign-in";
  if (status === 403 || status === 404) return "home";
  if (status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429)
    return "correct";
  return "retry";
}
