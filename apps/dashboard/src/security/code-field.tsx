import { Field } from "../ui/field.tsx";

/** A one-time code of an authenticator app. */
export function CodeField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Field
      label={label}
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={10}
      className="numbers"
      value={value}
      onChange={(event) => onChange(event.target.value.replaceAll(/\s/g, ""))}
    />
  );
}
