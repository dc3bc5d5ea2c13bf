import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { sessionQuery } from "../api/queries.ts";

const writeDelayInMs = 300;

/**
 * State that outlives its page: what was paid for must still be there after a look elsewhere or a reload. It stays in
 * this tab, and belongs to one account: whoever signs in next in the same tab does not see it.
 */
export function useTabState<Value>(name: string, begin: () => Value) {
  const place = usePlace(name);
  const [value, setValue] = useState<Value>(() => read(place) ?? begin());
  const latest = useRef(value);
  latest.current = value;
  useEffect(() => {
    // Typing changes it often: it is written when the hand rests.
    const timer = setTimeout(() => keep(place, value), writeDelayInMs);
    return () => clearTimeout(timer);
  }, [place, value]);
  useEffect(() => {
    const write = () => keep(place, latest.current);
    window.addEventListener("pagehide", write);
    return () => {
      window.removeEventListener("pagehide", write);
      write();
    };
  }, [place]);
  return [value, setValue] as const;
}

/** Leaves something for another page to find. */
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
    sessionStorage.setItem(place, JSON.stringify(value));
  } catch {
    // Full or forbidden: then it lives as long as its page.
    sessionStorage.removeItem(place);
  }
}

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
