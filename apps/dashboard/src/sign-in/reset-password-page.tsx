import { useMutation } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Failure } from "../ui/states.tsx";
import { Frame } from "./frame.tsx";

/** Where the letter's link to a new password leads. */
export function ResetPasswordPage() {
  const { token } = useSearch({ from: "/reset-password" });
  const [newPassword, setNewPassword] = useState("");
  const change = useMutation({
    mutationFn: () => call("POST", "/auth/reset-password", { token, newPassword }),
  });
  return (
    <Frame title="Choose a new password" text="You will be signed out everywhere else.">
      {change.isSuccess ? (
        <p role="status">Your password is changed.</p>
      ) : (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            change.mutate();
          }}
        >
          <Field
            label="New password"
            type="password"
            autoComplete="new-password"
            required
            minLength={10}
            hint="At least 10 characters."
            value={newPassword}
            onChange={(event) => setNewPassword(event.target.value)}
          />
          {change.error && <Failure error={change.error} />}
          <Button look="main" type="submit" isBusy={change.isPending}>
            Change password
          </Button>
        </form>
      )}
      <Link to="/sign-in" className="text-muted underline hover:text-ink">
        Sign in
      </Link>
    </Frame>
  );
}
