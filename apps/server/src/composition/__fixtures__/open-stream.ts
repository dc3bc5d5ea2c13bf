import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";

/** A response that is read while it is sent. */
export interface OpenStream {
  status: number;
  contentType: string;
  /** What has arrived so far. */
  readonly text: string;
  /** Resolves when the server has sent everything, or the stream is closed. */
  ended: Promise<unknown>;
  close(): void;
}

/** Opens a stream on a connection of its own: after an aborted fetch, Node keeps a new connection open, and the server waits for it. */
export async function openStream(url: string, headers: Record<string, string>): Promise<OpenStream> {
  const request = get(url, { headers, agent: false });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  let text = "";
  response.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  response.on("error", () => {});
  return {
    status: response.statusCode ?? 0,
    contentType: response.headers["content-type"] ?? "",
    get text() {
      return text;
    },
    ended: new Promise((resolve) => response.once("close", resolve)),
    close: () => request.destroy(),
  };
}

/** Joins the cookies of a visitor for a request header. */
export const cookieOf = ({ cookies }: { cookies: Map<string, string> }) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
