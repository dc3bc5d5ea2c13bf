import { z } from "zod";

/** A boolean in a query, in every spelling that common clients write: `true`, `True` (Python), `1`. */
export const booleanParameter = (name: string) =>
  z
    .string(`${name} must be true or false, given once`)
    .toLowerCase()
    .pipe(z.enum(["true", "false", "1", "0"], `${name} must be true or false`))
    .transform((text) => text === "true" || text === "1")
    .meta({ override: ({ jsonSchema }) => void Object.assign(jsonSchema, { type: "boolean" }) });
