import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../api/call.ts";
import { hasPasskeys, signInWithPasskey } from "../security/web-authn.ts";
import { Button } from "../ui/button.tsx";
import { Form } from "../ui/form.tsx";
import { chooseWallet } from "../wallet/choose-wallet.ts";
import { CodeForm } from "./code-form.tsx";
import { EmailField, PasswordField } from "./credential-fields.tsx";
import { Frame } from "./frame.tsx";
import { signInWithWallet } from "./wallet.ts";

const errorTexts: Partial<Record<string, string>> = {
  account_not_linked: "The identity provider has not confirmed your email address. Sign in another way.",
  email_not_verified: "The identity provider has not confirmed your email address. Sign in another way.",
  email_not_found: "The identity provider did not tell your email address. Sign in another way.",
  access_denied: "You cancelled the sign-in.",
};

export function SignInPage() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isAskingCode, setAsking] = useState(false);
  const { next, error } = useSearch({ from: "/sign-in" });
  const { data: providers } = useQuery({
    queryKey: ["providers"],
    queryFn: () => call("GET /auth/providers"),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const enter = async () => {
    queryClient.clear();
    await navigate({ to: next ?? "/" });
  };
  const signIn = useMutation({
    mutationFn: () => call("POST /auth/sign-in/email", { body: { email, password } }),
    onSuccess: ({ needsCode }) => (needsCode ? setAsking(true) : enter()),
  });
  const withPasskey = useMutation({ mutationFn: signInWithPasskey, onSuccess: enter });
  const withOidc = useMutation({
    mutationFn: () => call("POST /auth/sign-in/oidc", { body: { next } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const withWallet = useMutation({
    mutationFn: async () => signInWithWallet(await chooseWallet()),
    onSuccess: enter,
  });
  if (isAskingCode) {
    return (
      <Frame title="Enter the code" text="Two-factor authentication is on for your account.">
        <CodeForm onSignedIn={enter} />
      </Frame>
    );
  }
  return (
    <Frame title="Sign in" text="to your Mintwright account">
      {error && (
        <p role="alert" className="rounded-md border border-line bg-red-soft p-4">
          {errorTexts[error] ??
            "The identity provider did not sign you in. Try again, or sign in another way."}
        </p>
      )}
      <Form
        action="Sign in"
        isBusy={signIn.isPending}
        error={signIn.error ?? withPasskey.error ?? withOidc.error ?? withWallet.error}
        onSubmit={signIn.mutate}
        beside={
          <>
            {providers?.oidc && (
              <Button onClick={() => withOidc.mutate()} isBusy={withOidc.isPending}>
                Sign in with {providers.oidc.name}
              </Button>
            )}
            {hasPasskeys() && (
              <Button onClick={() => withPasskey.mutate()} isBusy={withPasskey.isPending}>
                Sign in with a passkey
              </Button>
            )}
            <Button onClick={() => withWallet.mutate()} isBusy={withWallet.isPending}>
              Sign in with a wallet
            </Button>
          </>
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
