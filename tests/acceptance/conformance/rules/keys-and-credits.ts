import { area } from "../rule.ts";

const keys = area("Keys", [
  [
    "KEY-1",
    "built",
    "doc 1, Authentication; doc 2, Authentication; doc 3, Authentication",
    "Every live operation, free ones included, needs `Authorization: Bearer` with a valid key.",
  ],
  [
    "KEY-2",
    "built",
    "decisions, Everywhere (doc 3, Errors)",
    "A missing key is 401, on news as well.",
    "status for a missing key on news",
  ],
  [
    "KEY-3",
    "built",
    "decisions, Everywhere",
    "An `Authorization` header that is malformed or of another scheme is 401.",
    "malformed key",
  ],
  ["KEY-4", "built", "doc 1, Errors; doc 2, Errors", "A key that was never issued is 401."],
  ["KEY-5", "built", "doc 1, Errors", "An expired key is 401."],
  ["KEY-6", "built", "decisions, Everywhere", "A revoked key is 401.", "status for a revoked key"],
  [
    "KEY-7",
    "built",
    "decisions, Everywhere",
    "Every 401 carries `WWW-Authenticate: Bearer`.",
    "challenge header of a 401",
  ],
  [
    "KEY-8",
    "built",
    "doc 1, Authentication; doc 2, Authentication; doc 3, Limits",
    "An account that holds credits can create a key in its dashboard under Create Secret Key.",
  ],
  [
    "KEY-9",
    "built",
    "decisions, Keys and accounts (doc 1, Authentication; doc 3, Limits)",
    "Creating a key on an account without credits is 402 with a sentence that says to add credits first.",
    "answer when an account without credits creates a key",
  ],
  [
    "KEY-10",
    "built",
    "decisions, Keys and accounts",
    "The command line refuses to create a key for an account without credits, with the same sentence.",
    "whether the command line may create a key without credits",
  ],
  [
    "KEY-11",
    "built",
    "decisions, Keys and accounts (doc 2, Authentication)",
    "The full key is shown once, in the answer that creates it, and cannot be read again anywhere.",
    "when the full key is shown",
  ],
  [
    "KEY-12",
    "built",
    "decisions, Keys and accounts (doc 2, Authentication)",
    "After its creation a key is shown by name, first 16 characters, last use and state.",
    "what is shown of a key later",
  ],
  [
    "KEY-13",
    "built",
    "decisions, Keys and accounts (doc 2, Authentication)",
    "A revoked or replaced key is refused from the next request on, on every replica.",
    "when revoking or replacing takes effect",
  ],
  [
    "KEY-14",
    "built",
    "decisions, Keys and accounts (doc 2, Authentication)",
    "A replacement is a new key that keeps name, saved context, rate and chat history of the old one.",
    "what a replacement keeps",
  ],
  [
    "KEY-15",
    "built",
    "doc 2, Authentication; doc 3, Authentication",
    "Where a key is created, the page says that it belongs on a server and not in client or public code.",
  ],
]);

const credits = area("Credits", [
  [
    "CRED-1",
    "built",
    "doc 1, What the service does",
    "A call is paid by the account behind its key: two keys of one account draw on one balance.",
  ],
  [
    "CRED-2",
    "built",
    "decisions, Keys and accounts (doc 1, Authentication; doc 2, Limits)",
    "With the credits used up, metered calls are 402.",
    "metered calls of an account without credits",
  ],
  [
    "CRED-3",
    "built",
    "decisions, Keys and accounts",
    "With the credits used up, free calls go on.",
    "free calls of an account without credits",
  ],
  [
    "CRED-4",
    "built",
    "decisions, Keys and accounts",
    "The keys of an account without credits stay; the same key pays again once credits are added.",
    "keys of an account whose credits run out",
  ],
]);

/** Rules about keys, accounts and their balance. */
export const keysAndCredits = [...keys, ...credits];
