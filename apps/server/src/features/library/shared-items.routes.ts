import type { Operation, Operations } from "@mintwright/api-contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Database } from "../../platform/database/database.ts";
import { toRoutePath } from "../../serving/operation-context.ts";
import { describeSharedItem } from "./describe-item.ts";
import { SharedItemNotFoundError } from "./library.errors.ts";
import { findSharedItem, type LibraryRow } from "./library.repository.ts";
import type { LibraryService } from "./library.service.ts";
import { downloadNameOf } from "./library-files.ts";

/** Not cached, so that a revoked link ends at once. */
const sharedHeaders = {
  "cache-control": "private, no-store",
  "x-robots-tag": "noindex, nofollow",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Serves shared items to everybody who has their link. */
export function registerSharedRoutes(
  app: FastifyInstance,
  { getSharedItem, downloadSharedItem }: Operations,
  { database, library }: { database: Database; library: LibraryService },
): void {
  serve(getSharedItem, (row, reply) =>
    reply.send({ status: true, message: "Shared item", data: describeSharedItem(row) }),
  );

  serve(downloadSharedItem, async (row, reply) => {
    const file = await library.getFile(row);
    const contentType = row.content_type ?? "application/octet-stream";
    const name = downloadNameOf({ title: row.title, contentType });
    return reply.header("content-disposition", `inline; filename="${name}"`).type(contentType).send(file);
  });

  function serve<Output>(
    operation: Operation<undefined, undefined, { token: string }, Output>,
    send: (row: LibraryRow, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>,
  ): void {
    app.route({
      method: "GET",
      url: toRoutePath(operation.path),
      config: { operationId: operation.id },
      handler: async (request, reply) => {
        reply.headers(sharedHeaders);
        const token = operation.params?.safeParse(request.params).data?.token;
        const row = token && (await findSharedItem(database, token));
        if (!row) throw new SharedItemNotFoundError();
        return send(row, reply);
      },
    });
  }
}
