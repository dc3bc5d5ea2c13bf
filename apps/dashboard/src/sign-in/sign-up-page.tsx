import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Failure } from "../ui/states.tsx";
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
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          signUp.mutate();
        }}
      >
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Field
          label="Password"
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          hint="At least 10 characters."
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {signUp.error && <Failure error={signUp.error} />}
        <Button look="main" type="submit" isBusy={signUp.isPending}>
          Create account
        </Button>
      </form>
      <Link to="/sign-in" className="text-muted underline hover:text-ink">
        I have an account
      </Link>
    </Frame>
  );
}
