import { z } from "zod";

const name = z
  .string()
  .regex(/^[0-9a-z]{9}-[0-9a-f]{32}$/, "name must be one that was given for a reference picture");

/** Routes of reference pictures: kept for the account, so that its requests can name them as `image`. */
export const referenceRoutes = {
  keepReference: {
    method: "POST",
    path: "/references",
    body: z.instanceof(Uint8Array, {
      error: "Send the picture itself, with its content type (such as image/png).",
    }),
    response: z.object({ url: z.url() }),
  },
  getReference: {
    method: "GET",
    path: "/references/{name}",
    params: z.object({ name }),
    response: z.string(),
  },
} as const;
