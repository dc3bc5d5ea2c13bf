import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Form } from "../ui/form.tsx";
import { EmailField, PasswordField } from "./credential-fields.tsx";
import { Frame } from "./frame.tsx";
import { findWallet, signInWithWallet } from "./wallet.ts";

export function SignInPage() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { next } = useSearch({ from: "/sign-in" });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const enter = async () => {
    queryClient.clear();
    await navigate({ to: next ?? "/" });
  };
  const signIn = useMutation({
    mutationFn: () => call("POST /auth/sign-in/email", { body: { email, password } }),
    onSuccess: enter,
  });
  const wallet = findWallet();
  const withWallet = useMutation({
    mutationFn: () =>
      wallet ? signInWithWallet(wallet) : Promise.reject(new Error("No wallet found in this browser.")),
    onSuccess: enter,
  });
  return (
    <Frame title="Sign in" text="to your Mintwright account">
      <Form
        action="Sign in"
        isBusy={signIn.isPending}
        error={signIn.error ?? withWallet.error}
        onSubmit={signIn.mutate}
        beside={
          <Button onClick={() => withWallet.mutate()} disabled={!wallet} isBusy={withWallet.isPending}>
            {wallet ? "Sign in with a wallet" : "No wallet found in this browser"}
          </Button>
        }
      >
        <EmailField value={email} onChange={setEmail} />
        <PasswordField value={password} onChange={setPassword} />
      </Form>
      <p className="flex justify-between text-muted">
        <Link to="/sign-up" className="underline hover:text-ink">
          Create an account
        </Link>
        <Link to="/forgot-password" className="underline hover:text-ink">
          Forgot password
        </Link>
      </p>
    </Frame>
  );
}
