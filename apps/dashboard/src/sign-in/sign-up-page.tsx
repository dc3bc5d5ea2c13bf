import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Form } from "../ui/form.tsx";
import { EmailField } from "./credential-fields.tsx";
import { Frame } from "./frame.tsx";

export function SignUpPage() {
  const [email, setEmail] = useState("");
  const signUp = useMutation({ mutationFn: () => call("POST /auth/sign-up/email", { body: { email } }) });
  if (signUp.isSuccess) {
    return (
      <Frame title="Check your email" text={`We've sent a link to ${email}. Open it to set your password.`}>
        <p className="text-muted">
          No email? Check your spam folder. The link is valid for one hour. After that, sign up again to get a
          new one.
        </p>
        <Link to="/sign-in" className="text-muted underline hover:text-ink">
          Back to sign in
        </Link>
      </Frame>
    );
  }
  return (
    <Frame title="Create an account" text="Free to create. Add credits when you need them.">
      <Form action="Create account" isBusy={signUp.isPending} error={signUp.error} onSubmit={signUp.mutate}>
        <EmailField value={email} onChange={setEmail} />
      </Form>
      <Link to="/sign-in" className="text-muted underline hover:text-ink">
        I already have an account
      </Link>
    </Frame>
  );
}
