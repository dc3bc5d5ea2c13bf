import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { call } from "../api/call.ts";
import { sessionQuery } from "../api/queries.ts";
import { Button, buttonLink } from "../ui/button.tsx";
import { Page, Panel } from "../ui/page.tsx";
import { Failure } from "../ui/states.tsx";

const route = getRouteApi("/inside/change-email");

/** The target of the link in the email to a new address. */
export function ChangeEmailPage() {
  const { token } = route.useSearch();
  const queryClient = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => call("POST /email/confirm", { body: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  return (
    <Page title="Change email">
      <Panel>
        <div className="flex flex-col items-start gap-4 p-6">
          {confirm.data ? (
            <p role="status">Your email is now {confirm.data.email}. Use it to sign in.</p>
          ) : (
            <p>Use this address for your account from now on?</p>
          )}
          {confirm.error && <Failure error={confirm.error} />}
          {confirm.data ? (
            <Link to="/security" className={buttonLink.quiet}>
              Go to Security
            </Link>
          ) : (
            <Button look="main" isBusy={confirm.isPending} onClick={() => confirm.mutate()}>
              Confirm new email
            </Button>
          )}
        </div>
      </Panel>
    </Page>
  );
}
