import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { Failure } from "./states.tsx";

/** A form with one action: its fields, what went wrong, and the button that does it. */
export function Form({
  action,
  look = "main",
  isBusy,
  error,
  onSubmit,
  children,
  beside,
}: {
  action: string;
  look?: "main" | "quiet";
  isBusy: boolean;
  error: Error | null;
  onSubmit: () => void;
  children: ReactNode;
  /** Another way to the same end, below the button. */
  beside?: ReactNode;
}) {
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {error && <Failure error={error} />}
      <Button look={look} type="submit" isBusy={isBusy}>
        {action}
      </Button>
      {beside}
    </form>
  );
}

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
