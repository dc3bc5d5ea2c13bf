/** Creates a fetch that aborts a response above `maxBytes` while it arrives. */
export function createBoundedFetch(maxBytes: number): typeof fetch {
  return async (...request) => {
    const answer = await fetch(...request);
    let bytes = 0;
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > maxBytes) throw new RangeError(`the response has more than ${maxBytes} bytes`);
        controller.enqueue(chunk);
      },
    });
    return new Response(answer.body?.pipeThrough(count) ?? null, {
      status: answer.status,
      headers: answer.headers,
    });
  };
}
