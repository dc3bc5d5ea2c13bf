export interface ServerEvent {
  id: string | undefined;
  name: string;
  data: string;
}

/**
 * Parses server-sent events. Implemented here because the client has no dependencies; it supports the part of the format
 * that the server uses: LF or CRLF, no byte order mark.
 */
export async function* readEvents(
  chunks: AsyncIterable<Uint8Array>,
  onRetry?: (delayInMs: number) => void,
): AsyncGenerator<ServerEvent, void, void> {
  const decoder = new TextDecoder();
  let rest = "";
  let event = { id: undefined as string | undefined, name: "message", data: [] as string[] };
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") {
        if (event.data.length > 0) yield { ...event, data: event.data.join("\n") };
        event = { id: undefined, name: "message", data: [] };
        continue;
      }
      const [, field, value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      if (field === "data") event.data.push(value);
      else if (field === "event") event.name = value;
      else if (field === "id") event.id = value;
      else if (field === "retry" && /^\d+$/.test(value)) onRetry?.(Number(value));
    }
  }
}
