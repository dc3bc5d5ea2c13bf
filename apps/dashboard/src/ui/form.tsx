import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { Failure } from "./states.tsx";

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
  /** An alternative action, below the button. */
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

const debounceInMs = 300;

/** Debounces a value, so that the server is not called on every keystroke. */
export function useSettled<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceInMs);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(settled) as Value;
}
