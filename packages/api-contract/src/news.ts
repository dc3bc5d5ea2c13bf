import { z } from "zod";
import { fromCredits } from "./credits.ts";
import { newsCategories, newsNetworks, newsTokens } from "./news-reference.ts";
import { defineOperation, free } from "./operation.ts";

const maxPage = 100;
/** Beyond this, an offset costs more than the page it returns. A cursor costs the same on every page. */
const maxOffset = 1_000_000;

const articleSchema = z
  .object({
    id: z.int().positive(),
    title: z.string(),
    description: z.string(),
    categoryId: z.int(),
    subCategoryId: z.int().meta({ description: "The network. If it has two ids, the canonical one." }),
    tokenId: z.int().nullable().meta({ description: "Null for general news." }),
    url: z.string().meta({ description: "The URL of the original article." }),
    createdAt: z.iso.datetime(),
    imageUrl: z.string(),
    pubDate: z.iso.datetime(),
    isPublished: z.boolean(),
    generated: z.boolean().meta({
      description: "True if a model rewrote title and description; false for a short extract.",
    }),
    sources: z
      .array(z.object({ name: z.string(), url: z.string(), publishedAt: z.iso.datetime() }))
      .meta({ description: "Every outlet that reported the story, the first one first." }),
    sentiment: z
      .object({
        label: z.enum(["positive", "neutral", "negative"]),
        confidence: z.number().min(0).max(1).meta({ description: "How likely the label is right." }),
      })
      .meta({
        description:
          "How the story sounds to those who hold, use or build what it is about, judged by its words. No advice.",
      }),
    importance: z.enum(["low", "medium", "high"]).meta({
      description:
        "How widely the story was reported: medium from two outlets on, high from four on. The operator can give outlets more or less weight.",
    }),
  })
  .meta({ id: "NewsArticle" });

export type NewsArticle = z.infer<typeof articleSchema>;

function splitIds(value: unknown): unknown {
  if (value === undefined) return undefined;
  return [value].flat().flatMap((part) =>
    String(part)
      .trim()
      .replace(/^\[(.*)\]$/s, "$1")
      .split(",")
      .map((id) => (/^\s*\d{1,9}\s*$/.test(id) ? Number(id) : id)),
  );
}

/** One or several ids, as `5`, `5,8`, `[5,8]` or a repeated parameter. */
function idList(name: string, known: readonly { id: number }[], list: string) {
  const ids = new Set(known.map(({ id }) => id));
  const message = `${name} takes ids of ${list}, such as ${known[0]?.id} or [${known[0]?.id},${known[1]?.id}]`;
  const items = z
    .array(z.unknown())
    .refine(
      (given): given is number[] => given.length <= 200 && given.every((id) => ids.has(id as number)),
      message,
    );
  return z
    .preprocess(splitIds, items.optional())
    .optional()
    .meta({
      description: `Any of these ids (${list}). Write \`5\`, \`5,8\`, \`[5,8]\` or repeat the parameter.`,
      override: ({ jsonSchema }) => {
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema];
        Object.assign(jsonSchema, {
          description: `Any of these ids (${list}). Write \`5\`, \`5,8\`, \`[5,8]\` or repeat the parameter.`,
          type: "array",
          minItems: 1,
          maxItems: 200,
          items: { type: "integer", enum: [...ids] },
        });
      },
    });
}

const wholeNumber = (name: string, min: number, max: number, advice = "") =>
  z.coerce
    .number(`${name} must be a whole number`)
    .int(`${name} must be a whole number`)
    .min(min, `${name} must be at least ${min}`)
    .max(max, `${name} must be at most ${max}${advice}`);

const dateMessage = "fetchAfter must be a date such as 2026-01-31 or a time such as 2026-01-31T12:00:00Z";

export const newsFilterShape = {
  categoryId: idList("categoryId", newsCategories, "/news/categories"),
  subCategoryId: idList("subCategoryId", newsNetworks, "/news/networks"),
  tokenId: idList("tokenId", newsTokens, "/news/tokens"),
  searchQuery: z
    .string("searchQuery must be given once, as text")
    .trim()
    .max(200, "searchQuery must be at most 200 characters")
    .refine((text) => text === "" || /[\p{L}\p{N}]/u.test(text), "searchQuery needs a letter or a digit")
    .optional()
    .meta({
      description:
        'Every word must occur in title or description. Case and inflection are ignored (`stablecoins` finds "stablecoin"), and a word of 3 or more characters also matches as a prefix (`bit` finds "bitcoin"); write `ai*` for shorter prefixes. "Quoted text" is matched as a phrase.',
    }),
  fetchAfter: z
    .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], dateMessage)
    .transform(
      (text) =>
        // JavaScript reads a date alone as midnight UTC, but a time without a zone as local time; here it is UTC.
        new Date(text.length <= 10 || /(?:Z|[+-]\d\d:?\d\d)$/i.test(text.slice(11)) ? text : `${text}Z`),
    )
    .refine((date) => !Number.isNaN(date.getTime()), dateMessage)
    .optional()
    .meta({
      description: "Published on or after this date (midnight UTC) or time.",
      override: ({ jsonSchema }) => {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, { type: "string", examples: ["2026-01-31", "2026-01-31T12:00:00Z"] });
      },
    }),
};

export type NewsFilter = z.infer<z.ZodObject<typeof newsFilterShape>>;

const querySchema = z
  .object({
    ...newsFilterShape,
    limit: wholeNumber("limit", 1, maxPage).default(10),
    offset: wholeNumber("offset", 0, maxOffset, "; use the nextCursor of a response instead").optional(),
    cursor: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,200}$/, "cursor must be the nextCursor of an earlier answer")
      .optional()
      .meta({ description: "The `nextCursor` of an earlier response. Costs the same on every page." }),
    sortBy: z.literal("createdAt", "sortBy takes createdAt only").optional(),
    sortOrder: z
      .string()
      .toLowerCase()
      .pipe(z.enum(["desc", "asc"], "sortOrder must be desc or asc"))
      .default("desc")
      .meta({ override: ({ jsonSchema }) => Object.assign(jsonSchema, { enum: ["desc", "asc"] }) }),
  })
  .superRefine(({ offset, cursor }, context) => {
    if (offset !== undefined && cursor !== undefined) {
      context.addIssue({ code: "custom", path: ["offset"], message: "give offset or cursor, not both" });
    }
  });

export type NewsQuery = z.infer<typeof querySchema>;

const price = {
  kind: "metered",
  describe: "1 credit for each started 10 of `limit`; free if no article or 304 is returned",
  of: ({ query }: { query: NewsQuery }) => Math.ceil(query.limit / 10) * fromCredits(1),
} as const;

export const listNews = defineOperation({
  id: "listNews",
  method: "GET",
  path: "/news",
  tag: "News",
  summary: "List crypto and blockchain news",
  description:
    "Newest first. Parameters combine with AND, several ids of one parameter with OR. `total` is exact unless `isTotalEstimated` is true.",
  auth: "key",
  query: querySchema,
  response: z
    .object({
      statusCode: z.literal(200),
      message: z.string(),
      data: z.array(articleSchema),
      total: z.int().min(0),
      isTotalEstimated: z.boolean(),
      limit: z.int(),
      offset: z.int(),
      nextCursor: z.string().nullable(),
    })
    .meta({ id: "NewsResponse" }),
  canRevalidate: true,
  price,
  errors: [],
});

/** The same list as an RSS feed. */
export const getNewsFeed = defineOperation({
  id: "getNewsFeed",
  method: "GET",
  path: "/news.rss",
  tag: "News",
  summary: "Get the news as RSS 2.0",
  description: "Takes the parameters of `/news`. Send `If-None-Match`: an unchanged feed is free.",
  auth: "key",
  query: querySchema,
  response: z.string().meta({ id: "NewsFeed", description: "An RSS 2.0 document." }),
  answers: "application/rss+xml",
  canRevalidate: true,
  price,
  errors: [],
});

export const getNewsArticle = defineOperation({
  id: "getNewsArticle",
  method: "GET",
  path: "/news/{id}",
  tag: "News",
  summary: "Get one article",
  description: "The article as it appears in the list.",
  auth: "key",
  params: z.object({
    id: z.coerce
      .number("id must be a whole number")
      .int("id must be a whole number")
      .min(1, "id must be at least 1")
      .max(Number.MAX_SAFE_INTEGER, "id must be the id of an article"),
  }),
  response: z
    .object({ statusCode: z.literal(200), message: z.string(), data: articleSchema })
    .meta({ id: "NewsArticleResponse" }),
  canRevalidate: true,
  price: { kind: "metered", describe: "1 credit per article; free for 304", of: () => fromCredits(1) },
  errors: ["not_found"],
});

const named = z.object({ id: z.int(), name: z.string() });

function listReference<const Path extends string, Entry extends z.ZodType>(
  id: string,
  path: Path,
  what: string,
  entry: Entry,
) {
  return defineOperation({
    id,
    method: "GET",
    path,
    tag: "News",
    summary: `List the ${what}`,
    description: `Every id of ${what} that \`/news\` accepts.`,
    auth: "key",
    response: z
      .object({ statusCode: z.literal(200), message: z.string(), data: z.array(entry) })
      .meta({ id: `${id[0]?.toUpperCase()}${id.slice(1)}Response` }),
    canRevalidate: true,
    price: free,
    errors: [],
  });
}

export const listNewsCategories = listReference(
  "listNewsCategories",
  "/news/categories",
  "categories",
  named,
);

export const listNewsNetworks = listReference(
  "listNewsNetworks",
  "/news/networks",
  "networks (sub-categories)",
  named.extend({ canonicalId: z.int().meta({ description: "The id that articles have." }) }),
);

export const listNewsTokens = listReference(
  "listNewsTokens",
  "/news/tokens",
  "tokens",
  named.extend({ symbol: z.string() }),
);
