import type { OperatorAccount } from "@mintwright/api-contract/dashboard";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Field } from "../ui/field.tsx";
import { formatAgo, formatCount, formatCredits, formatDay, formatMoment } from "../ui/format.ts";
import { MorePages } from "../ui/more-pages.tsx";
import { Panel } from "../ui/page.tsx";
import { Empty, LoadingRows, PanelFailure } from "../ui/states.tsx";
import { GrantDialog } from "./grant-dialog.tsx";
import { grantsQuery } from "./queries.ts";

export function Accounts() {
  const [typed, setTyped] = useState("");
  const [granted, setGranted] = useState<OperatorAccount>();
  const search = useDeferredValue(typed.trim());
  const pages = useInfiniteQuery({
    queryKey: ["operator", "accounts", search],
    queryFn: ({ pageParam }) => call("GET /operator/accounts", { query: { search, cursor: pageParam } }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
  const accounts = pages.data?.pages.flatMap((page) => page.accounts) ?? [];
  return (
    <>
      <Panel>
        <div className="border-line border-b p-4">
          <div className="sm:max-w-md">
            <Field
              label="Find an account"
              placeholder="Email or account ID"
              type="search"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
        </div>
        {pages.error && <PanelFailure error={pages.error} onRetry={pages.refetch} />}
        {pages.isPending && <LoadingRows rows={6} />}
        {pages.data && accounts.length === 0 && (
          <Empty title="No accounts found" text="Search by part of an email or the start of an account ID." />
        )}
        <ul className="divide-y divide-line">
          {accounts.map((account) => (
            <AccountRow key={account.id} account={account} onGrant={() => setGranted(account)} />
          ))}
        </ul>
        <MorePages pages={pages} />
      </Panel>
      <Grants />
      {granted && <GrantDialog account={granted} onClose={() => setGranted(undefined)} />}
    </>
  );
}

function AccountRow({ account, onGrant }: { account: OperatorAccount; onGrant: () => void }) {
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2 px-4 py-3 md:grid-cols-[1fr_12rem_10rem_auto]">
      <div className="min-w-0">
        <p className="truncate font-medium" title={account.email}>
          {account.email}
        </p>
        <p className="numbers truncate text-muted text-xs" title={account.id}>
          {account.id}
        </p>
      </div>
      <p className="hidden text-muted text-xs md:block">
        {formatCount(account.activeKeys, "key")} · last used {formatAgo(account.lastUsedAt)}
        <br />
        created {formatDay(account.createdAt)}
      </p>
      <div className="text-right">
        <p>
          <span className="numbers">{formatCredits(account.balance)}</span>{" "}
          {account.balance === 1 ? "credit" : "credits"}
        </p>
        <p className="text-muted text-xs">
          {formatCredits(account.spent)} spent{account.held > 0 && `, ${formatCredits(account.held)} held`}
        </p>
      </div>
      <div className="col-span-2 flex flex-wrap items-center gap-2 whitespace-nowrap md:col-span-1">
        <Button onClick={onGrant} aria-label={`Grant credits to ${account.email}`}>
          Grant credits
        </Button>
        <CopyButton text={account.id} label="Copy ID" />
        <p className="ml-auto text-right text-muted text-xs md:hidden">
          {formatCount(account.activeKeys, "key")} · last used {formatAgo(account.lastUsedAt)}
        </p>
      </div>
    </li>
  );
}

function Grants() {
  const { data } = useQuery(grantsQuery);
  if (!data) return null;
  return (
    <Panel title="Recent credit grants">
      {data.grants.length === 0 && (
        <Empty
          title="No credit grants yet"
          text="Each grant is listed with its amount, account, operator and note."
        />
      )}
      <ul className="divide-y divide-line">
        {data.grants.map((grant) => (
          <li key={grant.id} className="flex items-baseline gap-4 px-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="truncate">
                {grant.email} · {grant.note}
              </p>
              <p className="truncate text-muted text-xs">
                {formatMoment(grant.createdAt)} by {grant.grantedBy}
              </p>
            </div>
            <span className="numbers whitespace-nowrap">+{formatCredits(grant.credits)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
