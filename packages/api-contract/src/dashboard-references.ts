import { z } from "zod";

const name = z
  .string()
  .regex(/^[0-9a-z]{9}-[0-9a-f]{32}$/, "name must be the name of a stored reference image");

/** Routes for reference images, which are stored for the account so that requests can name them as `image`. */
export const referenceRoutes = {
  keepReference: {
    method: "POST",
    path: "/references",
    body: z.instanceof(Uint8Array, {
      error: "Send the image file itself, with its content type (such as image/png).",
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
