import { z } from "zod";

/** The field names of a schema, with those of nested objects and lists. */
export interface Shape {
  fields: Map<string, { isOptional: boolean; shape: Shape }>;
  items?: Shape;
  /** True: other field names are the caller's data, not mistakes. */
  isOpen: boolean;
}

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Derives the shape from the JSON Schema of the input, where wrappers and pipes are already resolved. */
export function readShape(schema: z.ZodType | undefined): Shape {
  if (!schema) return { fields: new Map(), isOpen: false };
  const root = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return toShape(root, root.$defs ?? {});
}

function toShape(node: JsonSchema, definitions: Record<string, JsonSchema>): Shape {
  const variants = listVariants(node, definitions);
  const objects = variants.filter(({ properties }) => properties);
  const shape: Shape = {
    fields: new Map(),
    isOpen: objects.length === 0 || objects.some(({ additionalProperties: more }) => isOpenTo(more)),
  };
  for (const { properties = {}, required = [] } of objects) {
    for (const [name, property] of Object.entries(properties)) {
      const known = shape.fields.get(name);
      shape.fields.set(name, {
        isOptional: !required.includes(name) && (known?.isOptional ?? true),
        shape: known?.shape ?? toShape(property as JsonSchema, definitions),
      });
    }
  }
  for (const alias of variants.flatMap((variant) => (variant["x-aliases"] as string[] | undefined) ?? [])) {
    shape.fields.set(alias, { isOptional: true, shape: { fields: new Map(), isOpen: true } });
  }
  const { items } = variants.find((variant) => variant.items) ?? {};
  return items ? { ...shape, items: toShape(items as JsonSchema, definitions) } : shape;
}

function isOpenTo(more: JsonSchema["additionalProperties"]): boolean {
  return more !== undefined && more !== false;
}

function listVariants(node: JsonSchema, definitions: Record<string, JsonSchema>): JsonSchema[] {
  const { $ref, anyOf = [], oneOf = [], allOf = [] } = node;
  const referred = $ref ? definitions[$ref.replace("#/$defs/", "")] : undefined;
  const nested = [...(referred ? [referred] : []), ...anyOf, ...oneOf, ...allOf] as JsonSchema[];
  return [node, ...nested.flatMap((variant) => listVariants(variant, definitions))];
}
