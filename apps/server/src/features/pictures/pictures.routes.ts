import type { Operations } from "@mintwright/api-contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ObjectStore } from "../../engines/storage/index.ts";
import { AppError } from "../../platform/errors.ts";
import { getPictureObject, getThumbnailObject } from "./picture-store.ts";
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

/** Serves pictures and thumbnails to browsers: no key, only what is named by the hash of its content. */
export function registerPictureRoutes(
  app: FastifyInstance,
  { getPicture, getThumbnail }: Operations,
  store: ObjectStore,
): void {
  const thumbnails = createThumbnails(store);

  serveFiles(getPicture, (sha256, request, reply) =>
    sendObject(request, reply, store, {
      object: getPictureObject(sha256),
      contentType: "image/png",
      tag: sha256,
    }),
  );

  serveFiles(getThumbnail, async (sha256, request, reply) => {
    const served = {
      object: getThumbnailObject(sha256),
      contentType: "image/webp",
      tag: `${sha256}-thumbnail`,
    };
    return (
      (await sendObject(request, reply, store, served)) ||
      ((await thumbnails.make(sha256)) && sendObject(request, reply, store, served))
    );
  });

  function serveFiles(
    operation: Operations["getPicture"] | Operations["getThumbnail"],
    send: (sha256: string, request: FastifyRequest, reply: FastifyReply) => Promise<boolean>,
  ): void {
    const url = operation.path.replace("{name}", ":name");
    app.route({
      method: ["GET", "HEAD"],
      url,
      config: { operationId: operation.id },
      handler: async (request, reply) => {
        reply.headers(publicHeaders);
        const params = operation.params?.safeParse(request.params);
        const sha256 = params?.data?.name.split(".", 1)[0];
        if (!sha256 || !(await send(sha256, request, reply))) {
          reply.header("cache-control", "no-store");
          throw new AppError(
            "not_found",
            "There is no such file. Addresses of pictures are in the answers of the API.",
          );
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
