import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Form } from "../ui/form.tsx";
import { EmailField } from "./credential-fields.tsx";
import { Frame } from "./frame.tsx";

/** Asks for a letter with which to choose another password. */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState("");
  const ask = useMutation({
    mutationFn: () => call("POST /auth/request-password-reset", { body: { email } }),
  });
  return (
    <Frame title="Forgot password" text="We send you a link to choose a new one.">
      {ask.isSuccess ? (
        <p role="status">
          If there is an account for {email}, we've sent an email with a link. Every link of the last hour is
          valid.
        </p>
      ) : (
        <Form action="Send the link" isBusy={ask.isPending} error={ask.error} onSubmit={ask.mutate}>
          <EmailField value={email} onChange={setEmail} />
        </Form>
      )}
      <Link to="/sign-in" className="text-muted underline hover:text-ink">
        Back to sign in
      </Link>
    </Frame>
  );
}
