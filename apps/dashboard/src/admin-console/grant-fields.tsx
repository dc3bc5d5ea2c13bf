import { Field } from "../ui/field.tsx";

interface TextState {
  value: string;
  onChange(value: string): void;
}

/** Asks for an amount of credits, to the hundredth. */
export function CreditsField({ value, onChange }: TextState) {
  return (
    <Field
      label="Credits"
      inputMode="decimal"
      type="number"
      min="0.01"
      step="0.01"
      required
      className="numbers"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Asks for the note that explains a credit grant to the account owner. */
export function NoteField({ value, onChange }: TextState) {
  return (
    <Field
      label="Note"
      placeholder="Shown in the ledger"
      required
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
