import { Field } from "../ui/field.tsx";

interface CredentialProps {
  value: string;
  onChange: (value: string) => void;
}

export function EmailField({ value, onChange }: CredentialProps) {
  return (
    <Field
      label="Email"
      type="email"
      autoComplete="username"
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export function PasswordField({
  value,
  onChange,
  label = "Password",
  isNew = false,
}: CredentialProps & { label?: string; isNew?: boolean }) {
  return (
    <Field
      label={label}
      type="password"
      autoComplete={isNew ? "new-password" : "current-password"}
      required
      {...(isNew && { minLength: 10, hint: "At least 10 characters." })}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
