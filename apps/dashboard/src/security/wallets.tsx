import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { sessionQuery } from "../api/queries.ts";
import { linkWallet } from "../sign-in/wallet.ts";
import { Button } from "../ui/button.tsx";
import { Panel } from "../ui/page.tsx";
import { Empty, PanelFailure } from "../ui/states.tsx";
import { chooseWallet } from "../wallet/choose-wallet.ts";

/** The wallets with which the user signs in. */
export function Wallets({ wallets }: { wallets: readonly string[] }) {
  const queryClient = useQueryClient();
  const renew = () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  const link = useMutation({ mutationFn: async () => linkWallet(await chooseWallet()), onSuccess: renew });
  const unlink = useMutation({
    mutationFn: (address: string) => call("DELETE /wallets/{address}", { params: { address } }),
    onSuccess: renew,
  });
  const error = link.error ?? unlink.error;
  return (
    <Panel
      title="Wallets"
      action={
        <Button isBusy={link.isPending} onClick={() => link.mutate()}>
          Link a wallet
        </Button>
      }
    >
      {error && <PanelFailure error={error} />}
      {wallets.length === 0 && (
        <Empty
          title="No wallets linked"
          text="A linked wallet signs you in. Signing in sends no transaction."
        />
      )}
      <ul className="divide-y divide-line">
        {wallets.map((address) => (
          <li key={address} className="flex items-center gap-4 px-4 py-3">
            <span className="numbers min-w-0 flex-1 break-all">{address}</span>
            <Button
              isBusy={unlink.isPending && unlink.variables === address}
              onClick={() => unlink.mutate(address)}
              aria-label={`Unlink ${address}`}
            >
              Unlink
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
