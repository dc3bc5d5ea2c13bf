import type { Operation, Operations } from "@mintwright/api-contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ObjectStore } from "../../engines/storage/index.ts";
import { AppError } from "../../platform/errors.ts";
import { toRoutePath } from "../../serving/operation-context.ts";
import { sendObject } from "./send-object.ts";
import { createThumbnails } from "./thumbnails.ts";

const publicHeaders = {
  "x-content-type-options": "nosniff",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "etag, content-length, content-range, accept-ranges",
  "cross-origin-resource-policy": "cross-origin",
};

const preflightHeaders = {
  "access-control-allow-methods": "GET, HEAD",
  "access-control-allow-headers": "range, if-range, if-none-match",
  "access-control-max-age": "86400",
};

export const thumbnailFolderOf = (collectionId: string) => `thumbnails/${collectionId}/`;

interface WantedFile {
  collectionId: string;
  /** File name without extension: the token's number and hash. */
  stem: string;
}

const withoutEnding = (name: string) => name.replace(/\.\w+$/, "");

function toFile({ collectionId, name }: { collectionId: string; name: string }): WantedFile {
  return { collectionId, stem: withoutEnding(name) };
}

/** Serves images and thumbnails to browsers, without a key: their names cannot be guessed. */
export function registerFileRoutes(
  app: FastifyInstance,
  { getPicture, getThumbnail, getNewsPicture }: Operations,
  store: ObjectStore,
): void {
  const thumbnails = createThumbnails(store);
  const imageOf = ({ collectionId, stem }: WantedFile) => `collections/${collectionId}/${stem}.png`;

  serveFiles(getPicture, (params, request, reply) => {
    const file = toFile(params);
    const served = { object: imageOf(file), contentType: "image/png", tag: file.stem };
    return sendObject(request, reply, store, served);
  });

  serveFiles(getThumbnail, async (params, request, reply) => {
    const file = toFile(params);
    const object = `${thumbnailFolderOf(file.collectionId)}${file.stem}.webp`;
    const served = { object, contentType: "image/webp", tag: `${file.stem}-thumbnail` };
    return (
      (await sendObject(request, reply, store, served)) ||
      ((await thumbnails.make({
        collectionId: file.collectionId,
        image: imageOf(file),
        thumbnail: object,
      })) &&
        sendObject(request, reply, store, served))
    );
  });

  serveFiles(getNewsPicture, ({ name }, request, reply) => {
    const served = { object: `news/${name}`, contentType: "image/webp", tag: withoutEnding(name) };
    return sendObject(request, reply, store, served);
  });

  function serveFiles<Params>(
    operation: Operation<undefined, undefined, Params, string>,
    send: (params: Params, request: FastifyRequest, reply: FastifyReply) => Promise<boolean>,
  ): void {
    const url = toRoutePath(operation.path);
    app.route({
      method: ["GET", "HEAD"],
      url,
      config: { operationId: operation.id },
      handler: async (request, reply) => {
        reply.headers(publicHeaders);
        const params = operation.params?.safeParse(request.params).data;
        if (!params || !(await send(params, request, reply))) {
          // Otherwise a cache would keep this answer after the file exists.
          reply.header("cache-control", "no-store");
          const advice = "Use the image URLs that the API returns.";
          throw new AppError("not_found", `This file does not exist. ${advice}`);
        }
        return reply;
      },
    });
    app.options(url, (_request, reply) =>
      reply
        .status(204)
        .headers({ ...publicHeaders, ...preflightHeaders })
        .send(),
    );
  }
}
