import { area } from "../rule.ts";

/** Rules about reading and deleting stored chat pairs. */
export const history = area("Chat history", [
  [
    "HIST-1",
    "built",
    "doc 2, History response",
    "`GET /chat/chatHistory` answers `status` true, `message`, `data.rows` and `data.count`.",
  ],
  [
    "HIST-2",
    "built",
    "doc 2, History record",
    "A row has `id`, `question`, `bot` and `createdAt` (ISO 8601) as strings, and `sdkUniqueId`, null or absent when none was given.",
  ],
  [
    "HIST-3",
    "built",
    "doc 2, History response",
    "Without matching records `rows` is empty and `count` is 0.",
  ],
  [
    "HIST-4",
    "built",
    "decisions, Chat (doc 2, History response)",
    "`data.count` is the number of all matching records; the length of `rows` is that of the page.",
    "`data.count`: of the page or in total",
  ],
  ["HIST-5", "built", "doc 2, Endpoints", "Records exist only for requests made with `chatHistory` `on`."],
  ["HIST-6", "built", "doc 2, History query parameters", "`limit` is 10 by default."],
  [
    "HIST-7",
    "built",
    "decisions, Chat (doc 2, History query parameters)",
    "`limit` is 1 to 100; 0, 101 and text are 400.",
    "range of `limit`",
  ],
  [
    "HIST-8",
    "built",
    "doc 2, History query parameters",
    "`offset` is 0 by default and skips that many records; text is 400.",
  ],
  ["HIST-9", "built", "doc 2, History query parameters", "The newest record comes first by default."],
  [
    "HIST-10",
    "built",
    "decisions, Chat (doc 2, History query parameters)",
    "`sortOrder` is `asc` or `desc` in either letter case.",
    "letter case of `sortOrder`",
  ],
  [
    "HIST-11",
    "built",
    "decisions, Chat (doc 2, History query parameters)",
    "`sortBy` is `createdAt`, the default; anything else is 400.",
    "other values of `sortBy`",
  ],
  ["HIST-12", "built", "doc 2, History query parameters", "`sdkUniqueId` restricts the rows to that id."],
  [
    "HIST-13",
    "built",
    "decisions, Chat (doc 2, History query parameters)",
    "Without `sdkUniqueId` every record of the key is listed, with and without an id.",
    "listing without `sdkUniqueId`",
  ],
  [
    "HIST-14",
    "built",
    "decisions, Chat (doc 2, Limits)",
    "Reading the history is free.",
    "price of history retrieval: none, or 1",
  ],
  [
    "HIST-15",
    "built",
    "decisions, Keys and accounts (doc 2, History query parameters)",
    "History belongs to a key and its replacements: two keys of one account do not see each other's records.",
    "what history belongs to",
  ],
  [
    "HIST-16",
    "built",
    "decisions, Chat",
    "`DELETE /chat/chatHistory?sdkUniqueId=` removes the records of that id under that key and no others; later requests no longer see them.",
    "deletion of history",
  ],
]);
