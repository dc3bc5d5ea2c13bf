import { z } from "zod";

/** The field names that a schema knows, as far down as it describes objects and lists. */
export interface Shape {
  fields: Map<string, { isOptional: boolean; shape: Shape }>;
  items?: Shape;
  /** Other field names are data of the caller, not mistakes. */
  isOpen: boolean;
}

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Reads the shape of what a schema takes, out of its JSON Schema: wrappers and pipes are resolved there already. */
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
