import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { sessionQuery } from "../api/queries.ts";

const writeDelayInMs = 300;

/**
 * Unfinished input in the session storage of the tab, so that it survives navigation and reloads. Paid results are in the
 * library. The key contains the account, so that another user of the same tab does not see it.
 */
export function useTabState<Value>(
  name: string,
  begin: () => Value,
  toKept: (value: Value) => Value | undefined,
) {
  const place = usePlace(name);
  const [value, setValue] = useState<Value>(() => read(place) ?? begin());
  const latest = useRef(value);
  latest.current = value;
  useEffect(() => {
    // Debounced, because typing changes the value often.
    const timer = setTimeout(() => keep(place, toKept(value)), writeDelayInMs);
    return () => clearTimeout(timer);
  }, [place, value, toKept]);
  useEffect(() => {
    const write = () => keep(place, toKept(latest.current));
    window.addEventListener("pagehide", write);
    return () => {
      window.removeEventListener("pagehide", write);
      write();
    };
  }, [place, toKept]);
  return [value, setValue] as const;
}

/** Returns a function that sets the tab state of another page. */
export function useLeaveState<Value>(name: string): (value: Value) => void {
  const place = usePlace(name);
  return (value) => keep(place, value);
}

function usePlace(name: string): string {
  const account = useQueryClient().getQueryData(sessionQuery.queryKey)?.account.id ?? "nobody";
  return `playground ${account} ${name}`;
}

function read<Value>(place: string): Value | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(place: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, JSON.stringify(value));
  } catch {
    // Storage is full or blocked: the state lives in memory only.
    sessionStorage.removeItem(place);
  }
}

const kept = new Map<string, unknown>();

/** Sets what `useKeptState` of another page starts with. */
export function leaveKeptState(name: string, state: unknown): void {
  kept.set(name, state);
}

/** State that survives navigation, but not a reload. */
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
