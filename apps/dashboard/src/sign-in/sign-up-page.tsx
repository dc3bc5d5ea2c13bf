import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Form } from "../ui/form.tsx";
import { EmailField, PasswordField } from "./credential-fields.tsx";
import { Frame } from "./frame.tsx";

/** The way to an account. */
export function SignUpPage() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const signUp = useMutation({
    mutationFn: () =>
      call("POST", "/auth/sign-up/email", { email, password, name: email.split("@")[0] || email }),
  });
  if (signUp.isSuccess) {
    return (
      <Frame title="Look into your mail" text={`We have sent a link to ${email}. Open it to begin.`}>
        <p className="text-muted">
          Nothing there? Look among unwanted mail, or sign in to have it sent again.
        </p>
        <Link to="/sign-in" className="underline">
          Back to sign in
        </Link>
      </Frame>
    );
  }
  return (
    <Frame title="Create an account" text="Free to open. You add credits when you need them.">
      <Form action="Create account" isBusy={signUp.isPending} error={signUp.error} onSubmit={signUp.mutate}>
        <EmailField value={email} onChange={setEmail} />
        <PasswordField isNew value={password} onChange={setPassword} />
      </Form>
      <Link to="/sign-in" className="text-muted underline hover:text-ink">
        I have an account
      </Link>
    </Frame>
  );
}
