import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** What came back on a socket before the server closed it. */
export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
  body: unknown;
}

/** Opens a connection to the server, to send what no HTTP client would. */
export async function openSocket(baseUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  // A server that refuses early resets the connection while we still write; the answer counts, not that.
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** Collects everything until the server closes the connection. */
export async function readUntilClosed(socket: Socket): Promise<RawAnswer | undefined> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  await once(socket, "close");
  return parseAnswer(Buffer.concat(chunks).toString("utf8"));
}

/** Sends bytes as they are and reads the answer; the bytes must make the server close the connection. */
export async function sendRaw(baseUrl: string, bytes: string): Promise<RawAnswer | undefined> {
  const socket = await openSocket(baseUrl);
  socket.write(bytes);
  return readUntilClosed(socket);
}

function parseAnswer(answer: string): RawAnswer | undefined {
  const [head = "", ...rest] = answer.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
  if (!status) return undefined;
  const headers = new Headers(lines.map((line): [string, string] => splitHeader(line)));
  const text = rest.join("\r\n\r\n");
  const isJson = headers.get("content-type")?.startsWith("application/json") && text !== "";
  return { status, headers, text, body: isJson ? JSON.parse(text) : undefined };
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}
