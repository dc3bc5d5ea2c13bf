import { useEffect, useState } from "react";

const settledAfterInMs = 300;

/** Follows a value once it has not changed for a moment, so that the server is not asked at every key. */
export function useSettled<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settledAfterInMs);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(settled) as Value;
}
