import { useMutation } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Form } from "../ui/form.tsx";
import { PasswordField } from "./credential-fields.tsx";
import { Frame } from "./frame.tsx";

/** The target of the link in the password reset email. */
export function ResetPasswordPage() {
  const { token } = useSearch({ from: "/reset-password" });
  const [newPassword, setNewPassword] = useState("");
  const change = useMutation({
    mutationFn: () => call("POST /auth/reset-password", { body: { token, newPassword } }),
  });
  return (
    <Frame title="Choose a new password" text="This signs you out on all other devices.">
      {change.isSuccess ? (
        <p role="status">Password changed.</p>
      ) : (
        <Form
          action="Change password"
          isBusy={change.isPending}
          error={change.error}
          onSubmit={change.mutate}
        >
          <PasswordField isNew label="New password" value={newPassword} onChange={setNewPassword} />
        </Form>
      )}
      <Link to="/sign-in" className="text-muted underline hover:text-ink">
        Sign in
      </Link>
    </Frame>
  );
}
