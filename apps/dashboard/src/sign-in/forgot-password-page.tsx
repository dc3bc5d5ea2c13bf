import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Form } from "../ui/form.tsx";
import { EmailField } from "./credential-fields.tsx";
import { Frame } from "./frame.tsx";

export function ForgotPasswordPage() {
  const [email, setEmail] = useState("");
  const ask = useMutation({
    mutationFn: () => call("POST /auth/request-password-reset", { body: { email } }),
  });
  return (
    <Frame title="Forgot password" text="We'll email you a link to choose a new password.">
      {ask.isSuccess ? (
        <p role="status">
          If there is an account for {email}, we've sent an email with a link. The link is valid for one hour.
        </p>
      ) : (
        <Form action="Send reset link" isBusy={ask.isPending} error={ask.error} onSubmit={ask.mutate}>
          <EmailField value={email} onChange={setEmail} />
        </Form>
      )}
      <Link to="/sign-in" className="text-muted underline hover:text-ink">
        Back to sign in
      </Link>
    </Frame>
  );
}
