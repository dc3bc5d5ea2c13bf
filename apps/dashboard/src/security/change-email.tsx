import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { PasswordField } from "../sign-in/credential-fields.tsx";
import { Field } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Panel } from "../ui/page.tsx";

export function ChangeEmail({ email, hasPassword }: { email: string | null; hasPassword: boolean }) {
  const [newEmail, setNewEmail] = useState("");
  const [password, setPassword] = useState("");
  const change = useMutation({
    mutationFn: () => call("POST /email/change", { body: { newEmail, ...(hasPassword && { password }) } }),
    onSuccess: () => setPassword(""),
  });
  return (
    <Panel title="Email">
      <div className="flex max-w-md flex-col gap-4 p-4">
        <p className="text-muted">
          {email ? `You use ${email}.` : "You have no email address yet."} The change takes effect when you
          open the link that we send to the new address.
        </p>
        <Form
          action={email ? "Change email" : "Add email"}
          look="quiet"
          isBusy={change.isPending}
          error={change.error}
          onSubmit={change.mutate}
        >
          <Field
            label="New email"
            type="email"
            autoComplete="email"
            required
            value={newEmail}
            onChange={(event) => setNewEmail(event.target.value)}
          />
          {hasPassword && <PasswordField value={password} onChange={setPassword} />}
        </Form>
        <p role="status">{change.isSuccess ? `We've sent a link to ${newEmail}.` : ""}</p>
      </div>
    </Panel>
  );
}
