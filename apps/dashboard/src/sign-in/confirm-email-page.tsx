import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/states.tsx";
import { Frame } from "./frame.tsx";

/** Where the letter's link leads. A click confirms: programs that open links in letters must not. */
export function ConfirmEmailPage() {
  const { token } = useSearch({ from: "/confirm-email" });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => call("GET", `/auth/verify-email?token=${encodeURIComponent(token)}`),
    onSuccess: async () => {
      queryClient.clear();
      await navigate({ to: "/" });
    },
  });
  return (
    <Frame title="Confirm your email" text="One click, and your account is ready.">
      {confirm.error && <Failure error={confirm.error} />}
      <Button look="main" isBusy={confirm.isPending} onClick={() => confirm.mutate()}>
        Confirm and begin
      </Button>
      <Link to="/sign-in" className="text-muted underline hover:text-ink">
        Back to sign in
      </Link>
    </Frame>
  );
}
