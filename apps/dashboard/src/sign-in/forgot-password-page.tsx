import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Failure } from "../ui/states.tsx";
import { Frame } from "./frame.tsx";

/** Asks for a letter with which to choose another password. */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState("");
  const ask = useMutation({ mutationFn: () => call("POST", "/auth/request-password-reset", { email }) });
  return (
    <Frame title="Forgot password" text="We send you a link to choose a new one.">
      {ask.isSuccess ? (
        <p role="status">If there is an account for {email}, a letter is on its way.</p>
      ) : (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            ask.mutate();
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
          {ask.error && <Failure error={ask.error} />}
          <Button look="main" type="submit" isBusy={ask.isPending}>
            Send the link
          </Button>
        </form>
      )}
      <Link to="/sign-in" className="text-muted underline hover:text-ink">
        Back to sign in
      </Link>
    </Frame>
  );
}
