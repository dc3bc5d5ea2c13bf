import { AsyncLocalStorage } from "node:async_hooks";
import { type Fault, headerNames } from "@mintwright/api-contract";
import type { FastifyReply } from "fastify";

/** What the sandbox does with one request beside serving it. */
export class Handling {
  readonly faults: readonly Fault[];
  readonly #notes: string[] = [];
  readonly #reply: FastifyReply;

  constructor(reply: FastifyReply, faults: readonly Fault[]) {
    this.#reply = reply;
    this.faults = faults;
  }

  get note(): string {
    return ["sandbox", ...this.#notes].join("; ");
  }

  say(note: string): void {
    this.#notes.push(note);
    if (!this.#reply.raw.headersSent) this.#reply.header(headerNames.sandbox, this.note);
  }

  find<Kind extends Fault["kind"]>(kind: Kind): Extract<Fault, { kind: Kind }> | undefined {
    return this.faults.find((fault): fault is Extract<Fault, { kind: Kind }> => fault.kind === kind);
  }
}

/** The request being served, for code that does not receive it. */
export const currentHandling = new AsyncLocalStorage<Handling>();
