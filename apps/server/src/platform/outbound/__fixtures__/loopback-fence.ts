import { Socket } from "node:net";

/** Keeps every connection of the process on loopback and records those that would have left it. */
export interface LoopbackFence extends Disposable {
  readonly blocked: string[];
}

/**
 * The trap sees only what reaches this machine. The fence sees the rest, and keeps a failing guard from sending anything
 * to the addresses under test.
 */
export function fenceToLoopback(): LoopbackFence {
  const blocked: string[] = [];
  const blockList = {
    check(address: string): boolean {
      const isLoopback = /^(::ffff:)?127\./.test(address) || ["0.0.0.0", "::", "::1"].includes(address);
      if (!isLoopback) {
        blocked.push(address);
      }
      return !isLoopback;
    },
  };
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
    // Node checks this property before each attempt; it is what the `blockList` option of `net.connect` sets.
    return Reflect.apply(connect, Object.assign(this, { blockList }), given);
  } as typeof connect;
  return {
    blocked,
    [Symbol.dispose]() {
      Socket.prototype.connect = connect;
    },
  };
}
