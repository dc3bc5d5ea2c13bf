import type { Fault, FaultOrder } from "@mintwright/api-contract";

/** Faults that wait for the next requests. They are the tester's, so they live no longer than the process. */
export interface WaitingFaults {
  add(order: FaultOrder): void;
  list(): FaultOrder[];
  clear(): void;
  /** Takes what a request of this operation meets. */
  take(operation: { id: string; path: string }): Fault[];
}

/** Creates the list of waiting faults. */
export function createWaitingFaults(): WaitingFaults {
  let orders: FaultOrder[] = [];
  return {
    add: (order) => orders.push({ ...order }),
    list: () => orders.map((order) => ({ ...order })),
    clear() {
      orders = [];
    },
    take({ id, path }) {
      // One at a time: a request that met every waiting fault at once would use them all up.
      const met = orders.find(({ operation }) => !operation || operation === id || operation === path);
      if (!met) return [];
      met.times--;
      orders = orders.filter(({ times }) => times > 0);
      return [met.fault];
    },
  };
}
