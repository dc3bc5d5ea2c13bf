import { z } from "zod";
import { libraryKinds } from "./list-values.ts";
import { defineOperation, free } from "./operation.ts";

const maxPageItems = 100;
const moment = z.iso.datetime();
const itemId = z.uuid("itemId must be the id of a library item");
const params = z.object({ itemId });

const imageDetails = z
  .object({
    width: z.int(),
    height: z.int(),
    seed: z.int(),
    engine: z.string(),
    style: z.string().nullable(),
    enhance: z.string().nullable(),
    steps: z.int().nullable(),
    attributes: z.array(z.object({ trait_type: z.string(), value: z.string() })),
  })
  .meta({ id: "LibraryImage" });

const contractDetails = z
  .object({
    name: z.string(),
    compiler: z.string(),
    runtimeBytes: z.int().nullable(),
    sessionId: z.string().nullable().meta({ description: "The `sdkUniqueId` of the request." }),
  })
  .meta({ id: "LibraryContract" });

const auditDetails = z
  .object({
    contracts: z.array(z.string()),
    verdict: z.string(),
    counts: z.record(z.string(), z.int()).meta({ description: "Findings by severity." }),
    isProject: z.boolean().optional().meta({ description: "true: a zipped project was audited." }),
  })
  .meta({ id: "LibraryAudit" });

const address = (name: string) =>
  z.string().regex(/^0x[0-9a-fA-F]{40}$/, `${name} must be 0x and 40 hexadecimal digits`);

const deploymentShape = {
  name: z.string("name must be text").trim().min(1, "name must not be empty").max(128),
  chainId: z.int("chainId must be a whole number").min(1).max(Number.MAX_SAFE_INTEGER),
  address: address("address"),
  transactionHash: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, "transactionHash must be 0x and 64 hexadecimal digits"),
  deployer: address("deployer"),
};

const deploymentDetails = z
  .object({
    ...deploymentShape,
    contractItemId: z
      .uuid()
      .nullable()
      .meta({ description: "The library item with the contract's source, if it is in the library." }),
  })
  .meta({ id: "LibraryDeployment" });

const contentShape = {
  kind: z.enum(libraryKinds),
  title: z.string(),
  prompt: z.string().nullable().meta({ description: "The beginning of the request's text." }),
  model: z.string().nullable(),
  createdAt: moment,
  keptUntil: moment
    .nullable()
    .meta({ description: "When the item is deleted; null: when its owner deletes it." }),
  contentType: z
    .string()
    .nullable()
    .meta({ description: "Of the file. Null for a deployment, which has no file." }),
  bytes: z.int().min(0).meta({ description: "What the item takes of the account's storage." }),
  image: imageDetails.nullable(),
  contract: contractDetails.nullable(),
  audit: auditDetails.nullable(),
  deployment: deploymentDetails.nullable(),
};

const itemSchema = z
  .object({
    id: z.uuid(),
    ...contentShape,
    keyId: z.string().nullable(),
    keyName: z.string().nullable(),
    requestId: z.string().nullable(),
    price: z.number().min(0).meta({ description: "Credits that were charged for it." }),
    isFavourite: z.boolean(),
    shareUrl: z.string().nullable().meta({ description: "Anyone with this link can read the item." }),
  })
  .meta({ id: "LibraryItem" });

/** One stored result. The field named like its kind has its details; the other three are null. */
export type LibraryItem = z.infer<typeof itemSchema>;

const answer = <Data extends z.ZodType>(id: string, data: Data) =>
  z.object({ status: z.literal(true), message: z.string(), data }).meta({ id });

const itemAnswer = answer("LibraryItemResponse", itemSchema);
const common = { tag: "Library", auth: "key", price: free, errors: ["not_found"] } as const;

export const libraryFilterShape = {
  search: z
    .string()
    .trim()
    .max(200, "search must be at most 200 characters")
    .optional()
    .meta({ description: "Text that title or prompt contain. Case is ignored." }),
  kind: z.enum(libraryKinds, `kind must be one of ${libraryKinds.join(", ")}`).optional(),
  keyId: z.uuid("keyId must be the id of a key").optional(),
  model: z.string().max(64).optional(),
  from: z.iso.date("from must be a date such as 2026-01-31").optional(),
  to: z.iso
    .date("to must be a date such as 2026-01-31")
    .optional()
    .meta({ description: "Including this day, in UTC." }),
  favourite: z
    .enum(["true", "false"], "favourite must be true or false")
    .optional()
    .meta({ description: "true: favourites only." }),
};

export const listLibrary = defineOperation({
  ...common,
  id: "listLibrary",
  method: "GET",
  path: "/library",
  summary: "List the library",
  description:
    "Stored results of every key of the account, newest first. `nextCursor` continues the list. A result is stored when its key stores results or its request has `Prefer: store`.",
  query: z.object({
    ...libraryFilterShape,
    limit: z.coerce
      .number("limit must be a whole number")
      .int("limit must be a whole number")
      .min(1, "limit must be at least 1")
      .max(maxPageItems, `limit must be at most ${maxPageItems}`)
      .default(20),
    cursor: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,200}$/, "cursor must be the nextCursor of an earlier answer")
      .optional(),
  }),
  response: answer(
    "LibraryResponse",
    z.object({
      items: z.array(itemSchema),
      nextCursor: z.string().nullable(),
    }),
  ),
  errors: [],
});

export const getLibraryItem = defineOperation({
  ...common,
  id: "getLibraryItem",
  method: "GET",
  path: "/library/{itemId}",
  summary: "Get a library item",
  description:
    "What was made, with which request, and until when it is kept. Its file has a path of its own.",
  params,
  response: itemAnswer,
});

const fileTypes = ["image/jpeg", "image/png", "image/webp"];

export const downloadLibraryItem = defineOperation({
  ...common,
  id: "downloadLibraryItem",
  method: "GET",
  path: "/library/{itemId}/file",
  summary: "Download the file of a library item",
  description:
    "An image as it was delivered. A contract or an audit as JSON: the question with the source and the compiled contract, or with the files, the report and its Markdown. A deployment has no file.",
  params,
  response: z.unknown(),
  alsoAnswers: fileTypes,
});

export const getLibraryThumbnail = defineOperation({
  ...common,
  id: "getLibraryThumbnail",
  method: "GET",
  path: "/library/{itemId}/thumbnail",
  summary: "Get the thumbnail of a stored image",
  description: "A WebP file of at most 320 pixels per side.",
  params,
  response: z.string().meta({ format: "binary" }),
  answers: "image/webp",
});

export const changeLibraryItem = defineOperation({
  ...common,
  id: "changeLibraryItem",
  method: "PUT",
  path: "/library/{itemId}",
  summary: "Mark a library item as a favourite",
  description: "Favourites can be listed by themselves. They are kept as long as other items.",
  params,
  body: z
    .object({ isFavourite: z.boolean("isFavourite is required and must be true or false") })
    .meta({ id: "LibraryItemChange" }),
  response: itemAnswer,
});

export const deleteLibraryItem = defineOperation({
  ...common,
  id: "deleteLibraryItem",
  method: "DELETE",
  path: "/library/{itemId}",
  summary: "Delete a library item",
  description: "Permanently, with its file and its shared link. The storage is free at once.",
  params,
  response: answer("LibraryItemDeletedResponse", z.object({ id: z.uuid() })),
});

export const shareLibraryItem = defineOperation({
  ...common,
  id: "shareLibraryItem",
  method: "POST",
  path: "/library/{itemId}/share",
  summary: "Share a library item by link",
  description:
    "Anyone with the link can read the item, without signing in, until the link is revoked or the item is deleted. An item has one link: sharing it again returns the same one. Search engines are asked not to list it.",
  params,
  response: itemAnswer,
});

export const revokeLibraryShare = defineOperation({
  ...common,
  id: "revokeLibraryShare",
  method: "DELETE",
  path: "/library/{itemId}/share",
  summary: "Revoke the link to a library item",
  description: "The link stops working at once. Sharing the item again creates another link.",
  params,
  response: itemAnswer,
});

export const recordDeployment = defineOperation({
  ...common,
  id: "recordDeployment",
  method: "POST",
  path: "/library/deployments",
  summary: "Record the deployment of a contract",
  description:
    "Stores where a contract was deployed. The address is not checked on the chain. Recording the same transaction again returns the first record.",
  body: z
    .object({
      ...deploymentShape,
      contractItemId: z
        .uuid("contractItemId must be the id of a library item")
        .optional()
        .meta({ description: "The library item with the contract's source." }),
    })
    .meta({ id: "DeploymentRecord" }),
  response: itemAnswer,
  errors: ["not_found", "account_limit_reached"],
});

export const exportLibrary = defineOperation({
  ...common,
  id: "exportLibrary",
  method: "GET",
  path: "/library/export",
  summary: "Export the library",
  description:
    "Every item of the account as JSON Lines (`application/jsonl`), newest first. A contract or an audit has its file in the field `content`; images are named by their id and have to be downloaded.",
  response: itemSchema.extend({ content: z.unknown() }).meta({ id: "ExportedLibraryItem" }),
  answers: "application/jsonl",
  occupies: "heavyOperations",
  errors: [],
});

const sharedParams = z.object({
  token: z.string().regex(/^[A-Za-z0-9_-]{43}$/, "token must be the end of a shared link"),
});
const shared = { ...common, auth: "none", params: sharedParams } as const;

const sharedItemSchema = z.object(contentShape).meta({ id: "SharedItem" });

/** What a shared link shows: nothing of the account, its keys or its credits. */
export type SharedItem = z.infer<typeof sharedItemSchema>;

export const getSharedItem = defineOperation({
  ...shared,
  id: "getSharedItem",
  method: "GET",
  path: "/shared/{token}",
  summary: "Get a shared item",
  description: "Needs no key: the token cannot be guessed. It stops working when the link is revoked.",
  response: answer("SharedItemResponse", sharedItemSchema),
});

export const downloadSharedItem = defineOperation({
  ...shared,
  id: "downloadSharedItem",
  method: "GET",
  path: "/shared/{token}/file",
  summary: "Download the file of a shared item",
  description: "As the owner's own download. Needs no key.",
  response: z.unknown(),
  alsoAnswers: fileTypes,
});
