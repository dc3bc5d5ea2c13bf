import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Field } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { PasswordField } from "./credential-fields.tsx";
import { Frame } from "./frame.tsx";

/** The target of the link in the confirmation email: sets the password and signs in. */
export function ConfirmEmailPage() {
  const { token } = useSearch({ from: "/confirm-email" });
  const [newPassword, setNewPassword] = useState("");
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => call("POST /auth/confirm-email", { body: { token, newPassword } }),
    onSuccess: async () => {
      queryClient.clear();
      await navigate({ to: "/" });
    },
  });
  const email = readTokenEmail(token);
  return (
    <Frame title="Set your password" text="This confirms your email and activates your account.">
      <Form action="Confirm email" isBusy={confirm.isPending} error={confirm.error} onSubmit={confirm.mutate}>
        {email && <Field label="Email" type="email" autoComplete="username" readOnly value={email} />}
        <PasswordField isNew value={newPassword} onChange={setNewPassword} />
      </Form>
      <p className="flex justify-between text-muted">
        <Link to="/sign-up" className="underline hover:text-ink">
          Send a new link
        </Link>
        <Link to="/sign-in" className="underline hover:text-ink">
          Back to sign in
        </Link>
      </p>
    </Frame>
  );
}

/** Reads the email from the token for display only. The server decides whether the token is valid. */
function readTokenEmail(token: string): string {
  try {
    const [, payload = ""] = token.split(".");
    const base64 = payload.replaceAll("-", "+").replaceAll("_", "/");
    const { email } = JSON.parse(atob(base64)) as { email?: unknown };
    return typeof email === "string" ? email : "";
  } catch {
    return "";
  }
}
