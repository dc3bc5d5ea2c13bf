import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { sessionQuery, signInsQuery } from "../api/queries.ts";
import { PasswordField } from "../sign-in/credential-fields.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Form } from "../ui/form.tsx";
import { formatMoment, formatUserAgent } from "../ui/format.ts";
import { Page, Panel } from "../ui/page.tsx";
import { Failure, LoadingRows } from "../ui/states.tsx";
import { DeleteAccount } from "./delete-account.tsx";

export function AccountPage() {
  const { data } = useQuery(sessionQuery);
  return (
    <Page title="Account">
      {data && (
        <Panel title="Profile">
          <dl className="grid gap-1 p-4 sm:gap-3 sm:grid-cols-[8rem_1fr] sm:items-center">
            {data.user.email && (
              <>
                <dt className="text-muted">Email</dt>
                <dd className="truncate">{data.user.email}</dd>
              </>
            )}
            {data.user.wallets.map((wallet) => (
              <div key={wallet} className="contents">
                <dt className="text-muted">Wallet</dt>
                <dd className="numbers break-all">{wallet}</dd>
              </div>
            ))}
            <dt className="text-muted">Account ID</dt>
            <dd className="flex flex-wrap items-center gap-2">
              <span className="numbers break-all">{data.account.id}</span>
              <CopyButton text={data.account.id} />
            </dd>
          </dl>
        </Panel>
      )}
      <SignIns />
      {data?.user.hasPassword && <ChangePassword />}
      {data && <DeleteAccount hasPassword={data.user.hasPassword} />}
    </Page>
  );
}

function SignIns() {
  const queryClient = useQueryClient();
  const { data, error, refetch, isPending } = useQuery(signInsQuery);
  const end = useMutation({
    mutationFn: (id: string | undefined) =>
      id
        ? call("DELETE /sign-ins/{signInId}", { params: { signInId: id } })
        : call("POST /sign-ins/end-others"),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["sign-ins"] }),
  });
  const hasOthers = data?.signIns.some((signIn) => !signIn.isCurrent);
  const action = hasOthers && <Button onClick={() => end.mutate(undefined)}>Sign out other sessions</Button>;
  return (
    <Panel title="Active sessions" action={action}>
      {error && <Failure error={error} onRetry={refetch} />}
      {isPending && <LoadingRows rows={1} />}
      <ul className="divide-y divide-line">
        {data?.signIns.map((signIn) => (
          <li key={signIn.id} className="flex items-center gap-4 px-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="truncate" title={signIn.userAgent ?? undefined}>
                {formatUserAgent(signIn.userAgent)}
              </p>
              <p className="text-muted text-xs">
                <span className="numbers">{signIn.address ?? "Unknown IP address"}</span> · signed in{" "}
                {formatMoment(signIn.createdAt)}
              </p>
            </div>
            {signIn.isCurrent ? (
              <span className="text-muted text-xs">This device</span>
            ) : (
              <Button
                onClick={() => end.mutate(signIn.id)}
                aria-label={`Sign out ${formatUserAgent(signIn.userAgent)}`}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function ChangePassword() {
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNew] = useState("");
  const change = useMutation({
    mutationFn: () =>
      call("POST /auth/change-password", {
        body: { currentPassword, newPassword, revokeOtherSessions: true },
      }),
    onSuccess: () => {
      setCurrent("");
      setNew("");
    },
  });
  return (
    <Panel title="Password">
      <div className="flex max-w-md flex-col gap-4 p-4">
        <Form
          action="Change password"
          look="quiet"
          isBusy={change.isPending}
          error={change.error}
          onSubmit={change.mutate}
        >
          <PasswordField label="Current password" value={currentPassword} onChange={setCurrent} />
          <PasswordField isNew label="New password" value={newPassword} onChange={setNew} />
        </Form>
        <p role="status">{change.isSuccess ? "Password changed. All other sessions were signed out." : ""}</p>
      </div>
    </Panel>
  );
}
