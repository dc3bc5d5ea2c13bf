import { Field, TextField } from "../ui/field.tsx";
import { describeAllowList } from "./drop-draft.ts";

interface Terms {
  price: string;
  maxPerWallet: string;
  startsAt: string;
  allowList: string;
}

interface TermsFieldsProps {
  terms: Terms;
  onChange: (part: Partial<Terms>) => void;
}

export function PriceAndLimitFields({ terms, onChange, currency }: TermsFieldsProps & { currency: string }) {
  return (
    <>
      <Field
        label={`Price (${currency})`}
        className="numbers"
        inputMode="decimal"
        hint="For each token. 0 for free."
        value={terms.price}
        onChange={(event) => onChange({ price: event.target.value })}
      />
      <Field
        label="Limit per wallet"
        className="numbers"
        type="number"
        min={1}
        value={terms.maxPerWallet}
        onChange={(event) => onChange({ maxPerWallet: event.target.value })}
      />
    </>
  );
}

export function StartField({ terms, onChange }: TermsFieldsProps) {
  return (
    <Field
      label="Start"
      type="datetime-local"
      step={1}
      hint="In your time zone. Empty for now."
      value={terms.startsAt}
      onChange={(event) => onChange({ startsAt: event.target.value })}
    />
  );
}

export function AllowListField({
  terms,
  onChange,
  hint = describeAllowList(terms.allowList),
}: TermsFieldsProps & { hint?: string | undefined }) {
  return (
    <TextField
      label="Allow list"
      rows={3}
      spellCheck={false}
      placeholder="0x…"
      hint={hint}
      value={terms.allowList}
      onChange={(event) => onChange({ allowList: event.target.value })}
    />
  );
}
