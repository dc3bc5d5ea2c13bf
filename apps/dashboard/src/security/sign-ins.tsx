import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { signInsQuery } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { formatMoment, formatUserAgent } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { Failure, LoadingRows } from "../ui/states.tsx";

/** The devices on which the user is signed in. */
export function SignIns() {
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
