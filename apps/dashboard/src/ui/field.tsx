import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from "react";

const box =
  "w-full rounded-md border border-edge bg-surface px-3 text-ink placeholder:text-muted aria-invalid:border-red";

interface FieldProps {
  label: string;
  hint?: ReactNode;
  problem?: string | undefined;
}

function Frame({ label, hint, problem, id, children }: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children}
      {problem ? (
        <p id={`${id}-hint`} className="text-xs text-red">
          {problem}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

/** A text input with its label, hint and error. */
export function Field({
  label,
  hint,
  problem,
  className = "",
  ...rest
}: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <Frame label={label} hint={hint} problem={problem} id={id}>
      <input
        {...rest}
        id={id}
        aria-invalid={!!problem}
        aria-describedby={hint || problem ? `${id}-hint` : undefined}
        className={`${box} h-9 ${className}`}
      />
    </Frame>
  );
}

/** A text area with its label, hint and error. */
export function TextField({
  label,
  hint,
  problem,
  ...rest
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <Frame label={label} hint={hint} problem={problem} id={id}>
      <textarea
        rows={3}
        {...rest}
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={`${box} py-2`}
      />
    </Frame>
  );
}

type Option<Value extends string> = readonly [value: Value, text: string];

function choose<Value extends string>(
  options: readonly Option<Value>[],
  given: string,
  onChange: (value: Value) => void,
): void {
  const [value] = options.find(([option]) => option === given) ?? [];
  if (value !== undefined) onChange(value);
}

/** A select with its label above. */
export function Choice<Value extends string>({
  label,
  hint,
  value,
  onChange,
  options,
}: FieldProps & {
  value: Value;
  onChange: (value: Value) => void;
  options: readonly Option<Value>[];
}) {
  const id = useId();
  return (
    <Frame label={label} hint={hint} id={id}>
      <select
        id={id}
        value={value}
        onChange={(event) => choose(options, event.target.value, onChange)}
        className={`${box} h-9`}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** A select with its label next to it, for toolbars. */
export function InlineChoice<Value extends string>({
  label,
  value,
  onChange,
  options,
  isAboveOnPhone = false,
}: {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly Option<Value>[];
  /** Puts the label above the select on a phone. */
  isAboveOnPhone?: boolean;
}) {
  const place = isAboveOnPhone
    ? { frame: "min-w-0 flex-col gap-1 sm:flex-row sm:items-center sm:gap-2", box: "min-w-0 sm:max-w-44" }
    : { frame: "items-center gap-2", box: "max-w-44" };
  return (
    <label className={`flex text-muted text-xs ${place.frame}`}>
      {label}
      <select
        value={value}
        onChange={(event) => choose(options, event.target.value, onChange)}
        className={`h-9 rounded-md border border-edge bg-surface px-2 text-ink text-sm ${place.box}`}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
