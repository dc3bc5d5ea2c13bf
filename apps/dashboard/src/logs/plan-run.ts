import type { ImageModelName } from "@mintwright/api-contract";
import type { RequestBodies, RequestLog } from "@mintwright/api-contract/dashboard";
import { type AuditWorkspace, readQuestion } from "../playground/audit/audit-workspace.ts";
import { chooseModel, emptyImageForm, type ImageForm, maxCount } from "../playground/image/image-request.ts";

/** Which tool of the playground runs a logged request, and what it starts with. */
export type PlannedRun =
  | { tool: "image"; form: ImageForm }
  | { tool: "assistant" | "contract"; question: string }
  | { tool: "audit"; workspace: AuditWorkspace };

type Body = Record<string, unknown>;

/** Returns nothing for an operation that the playground does not have. */
export function planRun(
  { operation, model }: Pick<RequestLog, "operation" | "model">,
  bodies: RequestBodies | undefined,
): PlannedRun | undefined {
  const body = readBody(bodies);
  if (operation === "generateImage" || operation === "generateMultipleImages")
    return { tool: "image", form: toForm(body, model) };
  if (operation !== "streamChat" && operation !== "createChatCompletion") return undefined;
  const question = findQuestion(body);
  if (model === "smart_contract_auditor") return { tool: "audit", workspace: readQuestion(question) };
  return { tool: model === "smart_contract_generator" ? "contract" : "assistant", question };
}

/** A body that was shortened may not be JSON any more. */
function readBody(bodies: RequestBodies | undefined): Body {
  try {
    const body: unknown = JSON.parse(bodies?.request ?? "{}");
    return typeof body === "object" && body !== null ? (body as Body) : {};
  } catch {
    return {};
  }
}

const toText = (value: unknown) => (typeof value === "string" ? value : "");

function findQuestion({ question, messages }: Body): string {
  if (!Array.isArray(messages)) return toText(question);
  const asked = messages.findLast((message: Body) => message?.role === "user");
  return toText(asked?.content);
}

function toForm(body: Body, model: string | null): ImageForm {
  const prompts = [body.prompt].flat().map(toText);
  const base = model ? chooseModel(emptyImageForm, model as ImageModelName) : emptyImageForm;
  return {
    ...base,
    prompt: prompts[0] ?? "",
    count: Math.min(Math.max(1, prompts.length), maxCount),
    width: typeof body.width === "number" ? body.width : base.width,
    height: typeof body.height === "number" ? body.height : base.height,
    enhance: toText(body.enhance) as ImageForm["enhance"],
    style: toText(body.style),
    traits: toTraits(body.traits),
    reference: toText(body.image),
    keepsCharacter: body.isCharacterPreserve === true,
    seed: typeof body.seed === "number" ? String(body.seed) : "",
  };
}

function toTraits(traits: unknown): ImageForm["traits"] {
  if (!Array.isArray(traits)) return [];
  return traits.map(({ trait_type, value }: Body, index) => ({
    id: String(index),
    name: toText(trait_type),
    values: [value]
      .flat()
      .map((one) => toText((one as Body | undefined)?.value ?? one))
      .join(", "),
  }));
}
