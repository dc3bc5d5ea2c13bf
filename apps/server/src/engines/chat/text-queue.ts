/** Connects a producer that pushes text to a consumer that pulls it. */
export interface TextQueue {
  text: AsyncIterable<string>;
  /** Adds text. Returns false when the queue is full: the producer should pause until `onTaken`. */
  push(text: string): boolean;
  end(error?: unknown): void;
}

/**
 * Creates a queue whose consumer gets everything that is waiting at once: a slow consumer gets fewer, larger pieces, and
 * a chunk costs no promise of its own.
 */
export function createTextQueue({
  maxWaitingCharacters,
  onTaken,
  onAbandoned,
}: {
  /** At this length `push` asks the producer to pause. */
  maxWaitingCharacters: number;
  onTaken(): void;
  onAbandoned(): void;
}): TextQueue {
  const over = { done: true, value: undefined } as const;
  let waiting = "";
  let isEnded = false;
  let failure: unknown;
  let consumer: PromiseWithResolvers<IteratorResult<string, undefined>> | undefined;

  const iterator: AsyncIterator<string, undefined> = {
    next() {
      if (waiting !== "") {
        const value = waiting;
        waiting = "";
        onTaken();
        return Promise.resolve({ done: false, value });
      }
      if (failure !== undefined) return Promise.reject(failure);
      if (isEnded) return Promise.resolve(over);
      consumer = Promise.withResolvers();
      return consumer.promise;
    },
    return() {
      if (!isEnded) onAbandoned();
      isEnded = true;
      return Promise.resolve(over);
    },
  };
  return {
    text: { [Symbol.asyncIterator]: () => iterator },
    push(text) {
      if (consumer) {
        consumer.resolve({ done: false, value: text });
        consumer = undefined;
        return true;
      }
      waiting += text;
      return waiting.length < maxWaitingCharacters;
    },
    end(error) {
      if (isEnded) return;
      isEnded = true;
      failure = error;
      if (!consumer) return;
      if (error === undefined) consumer.resolve(over);
      else consumer.reject(error);
      consumer = undefined;
    },
  };
}
