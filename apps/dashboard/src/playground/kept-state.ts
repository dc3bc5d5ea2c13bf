import { useState } from "react";

const kept = new Map<string, unknown>();

/** State that is still there when one comes back to a page within a visit. */
export function useKeptState<State>(name: string, initial: State): [State, (state: State) => void] {
  const [state, setState] = useState(() => (kept.has(name) ? (kept.get(name) as State) : initial));
  return [
    state,
    (next) => {
      kept.set(name, next);
      setState(next);
    },
  ];
}
