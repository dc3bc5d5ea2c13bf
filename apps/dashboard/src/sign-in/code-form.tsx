import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { CodeField } from "../security/code-field.tsx";
import { Field } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";

/** The second step of a sign-in: a code of the authenticator app, or a backup code. */
export function CodeForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [isBackup, setBackup] = useState(false);
  const [code, setCode] = useState("");
  const [trustDevice, setTrust] = useState(false);
  const verify = useMutation({
    mutationFn: () =>
      isBackup
        ? call("POST /auth/two-factor/verify-backup-code", { body: { code } })
        : call("POST /auth/two-factor/verify-totp", { body: { code, trustDevice } }),
    onSuccess: onSignedIn,
  });
  return (
    <Form
      action="Verify"
      isBusy={verify.isPending}
      error={verify.error}
      onSubmit={verify.mutate}
      beside={
        <button
          type="button"
          className="text-muted underline hover:text-ink"
          onClick={() => {
            setBackup(!isBackup);
            setCode("");
          }}
        >
          {isBackup ? "Use the authenticator app" : "Use a backup code"}
        </button>
      }
    >
      {isBackup ? (
        <Field
          label="Backup code"
          required
          autoComplete="off"
          className="numbers"
          value={code}
          onChange={(event) => setCode(event.target.value.trim())}
        />
      ) : (
        <>
          <CodeField label="Code of your authenticator app" value={code} onChange={setCode} />
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={trustDevice}
              onChange={(event) => setTrust(event.target.checked)}
            />
            Do not ask on this device for 30 days
          </label>
        </>
      )}
    </Form>
  );
}
