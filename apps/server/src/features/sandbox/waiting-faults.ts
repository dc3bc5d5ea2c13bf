import type { Fault, FaultOrder } from "@mintwright/api-contract";

/** Faults for the next requests. Kept in memory only. */
export interface WaitingFaults {
  add(order: FaultOrder): void;
  list(): FaultOrder[];
  clear(): void;
  take(operation: { id: string; path: string }): Fault[];
}

export function createWaitingFaults(): WaitingFaults {
  let orders: FaultOrder[] = [];
  return {
    add: (order) => orders.push({ ...order }),
    list: () => orders.map((order) => ({ ...order })),
    clear() {
      orders = [];
    },
    take({ id, path }) {
      // One at a time: otherwise a single request would use up all faults.
      const met = orders.find(({ operation }) => !operation || operation === id || operation === path);
      if (!met) return [];
      met.times--;
      orders = orders.filter(({ times }) => times > 0);
      return [met.fault];
    },
  };
}
