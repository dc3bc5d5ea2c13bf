import { z } from "zod";

export interface WorkflowValues {
  prompt: string;
  width: number;
  height: number;
  steps: number;
  seed: number;
  image?: string;
  strength?: number;
}

export interface ComfyUiWorkflow {
  placeholders: ReadonlySet<keyof WorkflowValues>;
  fill(values: WorkflowValues): unknown;
}

const names: ReadonlySet<string> = new Set<keyof WorkflowValues>([
  "prompt",
  "width",
  "height",
  "steps",
  "seed",
  "image",
  "strength",
]);
const placeholderPattern = /\{\{\s*([A-Za-z_]+)\s*\}\}/g;
const workflowSchema = z.record(
  z.string(),
  z.looseObject({ class_type: z.string(), inputs: z.record(z.string(), z.unknown()) }),
);

/** Validates a workflow in ComfyUI's API format. Throws a message for the operator. */
export function readComfyUiWorkflow(source: unknown): ComfyUiWorkflow {
  const parsed = workflowSchema.safeParse(source);
  if (!parsed.success || Object.keys(parsed.data).length === 0) {
    throw new Error(
      'the workflow is not in ComfyUI\'s API format: export it with "Export (API)", where each node has class_type and inputs',
    );
  }
  const workflow = parsed.data;
  const placeholders = new Set<keyof WorkflowValues>();
  replaceStrings(workflow, (text) => {
    for (const [whole, name = ""] of text.matchAll(placeholderPattern)) {
      if (!isName(name)) {
        throw new Error(
          `the workflow has ${whole}, which is none of ${[...names].map((known) => `{{${known}}}`).join(" ")}`,
        );
      }
      placeholders.add(name);
    }
    return text;
  });
  if (!placeholders.has("prompt"))
    throw new Error("the workflow has no {{prompt}}: every image would be the same");
  return {
    placeholders,
    fill: (values) => replaceStrings(workflow, (text) => fillText(text, values)),
  };
}

// One pass over the operator's text only: {{seed}} inside a prompt stays as it is.
function fillText(text: string, values: WorkflowValues): string | number {
  const get = (name: string) => (isName(name) ? (values[name] ?? "") : "");
  const whole = /^\{\{\s*([A-Za-z_]+)\s*\}\}$/.exec(text);
  // A number stays a number where the placeholder is the whole value: ComfyUI checks input types.
  if (whole) return get(whole[1] ?? "");
  return text.replaceAll(placeholderPattern, (_, name: string) => String(get(name)));
}

function replaceStrings(value: unknown, replace: (text: string) => unknown): unknown {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return value.map((item) => replaceStrings(item, replace));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceStrings(item, replace)]));
}

function isName(name: string): name is keyof WorkflowValues {
  return names.has(name);
}
