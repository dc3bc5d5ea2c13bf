import type { Operations } from "@mintwright/api-contract";
import type { AuthRoutes, DashboardRoute, DashboardRoutes } from "@mintwright/api-contract/dashboard";
import { dashboardApiPath } from "@mintwright/api-contract/dashboard-paths";

type Route = DashboardRoutes[keyof DashboardRoutes] | AuthRoutes[keyof AuthRoutes];
type PublicOperation = Extract<Operations[keyof Operations], { auth: "key" }>;

/** Every call that a session may make, by method and path, as `packages/api-contract` declares it. */
type Calls = {
  [Declared in Route as `${Declared["method"]} ${Declared["path"]}`]: CallOf<Declared>;
} & {
  [Declared in PublicOperation as `${Declared["method"]} /operations${Declared["path"]}`]: CallOf<Declared>;
};

type CallOf<Declared> =
  Declared extends DashboardRoute<infer Body, infer Query, infer Params, infer Answer>
    ? {
        input: Part<Params, { params: Params }> &
          // A query is sent as text, and its schema fills in what is left out.
          Part<Query, { query?: { [Name in keyof Query]?: Query[Name] | undefined } }> &
          Part<Body, { body: Body extends Uint8Array ? Blob : Body }>;
        answer: Answer extends Uint8Array ? Blob : Answer;
      }
    : never;

/** An undeclared part of the request is inferred as `unknown` or `undefined`: it cannot be sent. */
type Part<Declared, Sent> = unknown extends Declared
  ? unknown
  : [Declared] extends [undefined]
    ? unknown
    : Sent;

type Key = keyof Calls;
type InputOf<Name extends Key> = Calls[Name]["input"];
type Arguments<Name extends Key> =
  object extends InputOf<Name> ? [input?: InputOf<Name>] : [input: InputOf<Name>];

/** The answer of a call, for components that receive a part of it as a property. */
export type AnswerOf<Name extends Key> = Calls[Name]["answer"];

interface RawInput {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
}

/** A refused call: a message for the user, and the request id to quote to support. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;

  constructor(status: number, code: string, message: string, requestId?: string) {
    super(message);
    this.name = "CallError";
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

/** Calls the dashboard's API with the session cookie: `call("DELETE /sign-ins/{signInId}", { params: { signInId } })`. */
export async function call<Name extends Key>(
  name: Name,
  ...[input]: Arguments<Name>
): Promise<AnswerOf<Name>> {
  const { body } = (input ?? {}) as RawInput;
  const answer = await fetch(toUrl(name, input), {
    method: name.slice(0, name.indexOf(" ")),
    ...(body instanceof Blob && {
      headers: { "content-type": body.type || "application/octet-stream" },
      body,
    }),
    ...(body !== undefined &&
      !(body instanceof Blob) && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
  }).catch(() => {
    throw new CallError(0, "unreachable", "Cannot reach the server. Check your connection and try again.");
  });
  if (!answer.ok) throw await toError(answer);
  const type = answer.headers.get("content-type") ?? "";
  if (type.startsWith("application/json")) return answer.json();
  return (type === "application/pdf" ? answer.blob() : answer.text()) as Promise<AnswerOf<Name>>;
}

/** Returns the URL of a call, for links that download its answer. */
export function urlOf<Name extends Key & `GET ${string}`>(name: Name, ...[input]: Arguments<Name>): string {
  return toUrl(name, input);
}

function toUrl(name: string, input: unknown): string {
  const { params = {}, query = {} } = (input ?? {}) as RawInput;
  const path = name
    .slice(name.indexOf(" ") + 1)
    .replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
  const given = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === "" ? [] : [[key, String(value)]],
  );
  return `${dashboardApiPath}${path}${given.length > 0 ? `?${new URLSearchParams(given)}` : ""}`;
}

async function toError(answer: Response): Promise<CallError> {
  const { message = "Something went wrong. Try again.", error } = (await answer.json().catch(() => ({}))) as {
    message?: string;
    error?: { code: string; requestId: string };
  };
  return new CallError(answer.status, error?.code ?? "unknown", message, error?.requestId);
}
