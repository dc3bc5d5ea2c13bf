import { randomUUID } from "node:crypto";
import { z } from "zod";
import { detectImageFormat } from "../image-bytes.ts";
import { nodeSchemas } from "./comfyui-nodes.ts";
import { createPlainPng } from "./plain-png.ts";
import {
  type Answer,
  type Fault,
  type ProtocolServer,
  ProtocolViolation,
  type SeenRequest,
  startProtocolServer,
} from "./protocol-server.ts";
import { parseFormRequest, parseJsonRequest } from "./request-parsing.ts";

const promptSchema = z.strictObject({
  prompt: z.record(
    z.string(),
    z.looseObject({ class_type: z.string(), inputs: z.record(z.string(), z.unknown()) }),
  ),
  client_id: z.string().min(1),
  prompt_id: z.uuid().optional(),
});
type Workflow = z.infer<typeof promptSchema>["prompt"];

interface Job {
  id: string;
  workflow: Workflow;
  fault: Fault | undefined;
}

/** How this ComfyUI behaves. */
export interface ComfyUiServerOptions {
  /** How long a job runs, 30 by default. */
  imageInMs?: number;
  /** Chooses job ids itself and interrupts whatever runs, as older versions do. */
  isOld?: boolean;
  /** The path whose requests commit planned faults, /prompt by default. */
  faultyPath?: RegExp;
}

/** A ComfyUI server with its queue in view. */
export interface ComfyUiServer extends ProtocolServer {
  running: Job[];
  pending: Job[];
  history: Map<string, unknown>;
  uploads: Map<string, Buffer>;
  /** The ids of jobs that were interrupted while they ran. */
  interrupted: string[];
  /** What the next jobs do instead of generating. */
  jobEndings: ("execution-error" | "never" | "lost")[];
}

/** Starts a server that speaks ComfyUI's protocol and runs one job at a time. */
export async function startComfyUiServer(options: ComfyUiServerOptions = {}): Promise<ComfyUiServer> {
  const { imageInMs = 30, isOld = false, faultyPath = /^\/prompt$/ } = options;
  const running: Job[] = [];
  const pending: Job[] = [];
  const history = new Map<string, unknown>();
  const files = new Map<string, Buffer>();
  const uploads = new Map<string, Buffer>();
  const interrupted: string[] = [];
  const jobEndings: ComfyUiServer["jobEndings"] = [];

  function runNext(): void {
    const job = running.length === 0 ? pending.shift() : undefined;
    if (!job) return;
    running.push(job);
    const ending = jobEndings.shift();
    if (ending === "never") return;
    setTimeout(() => {
      if (!running.includes(job)) return;
      if (ending === "lost") running.pop();
      else finish(job, ending === "execution-error" ? "execution_error" : undefined);
    }, imageInMs);
  }

  function finish(job: Job, failure?: "execution_error" | "execution_interrupted"): void {
    running.splice(running.indexOf(job), 1);
    const filename = `generated_${files.size}_ é.png`;
    const { width, height, seed } = findImage(job.workflow);
    files.set(
      filename,
      job.fault === "not-an-image" ? Buffer.from("hello") : createPlainPng(width, height, seed),
    );
    const images = [{ filename, subfolder: "mint wright", type: "output" }];
    history.set(job.id, {
      prompt: [0, job.id, job.workflow, {}, []],
      outputs: failure || job.fault === "no-images" ? {} : { "8": { text: ["seen"] }, "9": { images } },
      status: {
        status_str: failure ? "error" : "success",
        completed: !failure,
        messages: failure ? [[failure, { node_id: "3", exception_message: "CUDA out of memory" }]] : [],
      },
    });
    runNext();
  }

  function interrupt(id: string | undefined): void {
    const job = running.find((item) => isOld || id === undefined || item.id === id);
    if (!job) return;
    interrupted.push(job.id);
    finish(job, "execution_interrupted");
  }

  async function answer(request: SeenRequest, fault: Fault | undefined): Promise<Answer> {
    const [, area = "", id = ""] = request.path.split("/");
    switch (`${request.method} /${area}`) {
      case "GET /system_stats":
        return { json: { system: { comfyui_version: "0.7.0" }, devices: [{ name: "cpu" }] } };
      case "POST /upload":
        return upload(await parseFormRequest(request), uploads);
      case "POST /prompt": {
        const { prompt, prompt_id } = parseJsonRequest(request, promptSchema, refuse);
        validateWorkflow(prompt, uploads, fault);
        const job = { id: (!isOld && prompt_id) || randomUUID(), workflow: prompt, fault };
        pending.push(job);
        runNext();
        return { json: { prompt_id: job.id, number: 1, node_errors: {} } };
      }
      case "GET /history":
        return { json: history.has(id) ? { [id]: history.get(id) } : {} };
      case "GET /queue": {
        const list = (jobs: Job[]) => jobs.map((job) => [0, job.id, job.workflow, {}, ["9"]]);
        return { json: { queue_running: list(running), queue_pending: list(pending) } };
      }
      case "POST /queue": {
        const body = parseJsonRequest(request, z.strictObject({ delete: z.array(z.string()) }), refuse);
        pending.splice(0, pending.length, ...pending.filter((job) => !body.delete.includes(job.id)));
        return {};
      }
      case "POST /interrupt":
        interrupt(parseJsonRequest(request, z.strictObject({ prompt_id: z.string() }), refuse).prompt_id);
        return {};
      case "GET /view": {
        const { filename = "", subfolder, type } = Object.fromEntries(request.query);
        const content = subfolder === "mint wright" && type === "output" ? files.get(filename) : undefined;
        return content ? { bytes: { type: "image/png", content } } : { status: 404 };
      }
      default:
        return { status: 404 };
    }
  }

  const server = await startProtocolServer({ isFaulty: (path) => faultyPath.test(path), answer });
  return { ...server, running, pending, history, uploads, interrupted, jobEndings };
}

async function upload(form: FormData, uploads: Map<string, Buffer>): Promise<Answer> {
  const image = form.get("image");
  if (!(image instanceof File) || form.get("type") !== "input") return { status: 400 };
  const content = Buffer.from(await image.arrayBuffer());
  if (!/^[\w.-]+$/.test(image.name) || !detectImageFormat(content)) return { status: 400 };
  uploads.set(image.name, content);
  return { json: { name: image.name, subfolder: "", type: "input" } };
}

function validateWorkflow(workflow: Workflow, uploads: Map<string, Buffer>, fault: Fault | undefined): void {
  const errors: [string, string][] = [];
  for (const [id, { class_type, inputs }] of Object.entries(workflow)) {
    const schema = nodeSchemas[class_type];
    if (!schema) throw refuse(`Cannot execute because node ${class_type} does not exist.`);
    const parsed = schema.safeParse(inputs);
    if (!parsed.success) errors.push([id, parsed.error.message]);
    if (class_type === "LoadImage" && !uploads.has(String(inputs.image)))
      errors.push([id, "Invalid image file"]);
  }
  if (fault === "refused") errors.push(["4", "Value not in list: ckpt_name"]);
  if (errors.length === 0) return;
  const node_errors = Object.fromEntries(
    errors.map(([id, details]) => [
      id,
      { errors: [{ type: "value_not_in_list", details }], dependent_outputs: ["9"] },
    ]),
  );
  throw new ProtocolViolation(400, { error: { type: "prompt_outputs_failed_validation" }, node_errors });
}

function findImage(workflow: Workflow): { width: number; height: number; seed: number } {
  const inputs = Object.assign({}, ...Object.values(workflow).map((node) => node.inputs));
  return {
    width: Number(inputs.width ?? 64),
    height: Number(inputs.height ?? 64),
    seed: Number(inputs.seed ?? 0),
  };
}

function refuse(message: string): ProtocolViolation {
  return new ProtocolViolation(400, {
    error: { type: "invalid_prompt", message, details: "" },
    node_errors: {},
  });
}
