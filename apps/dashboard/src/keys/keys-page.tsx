import type { DashboardKey } from "@mintwright/api-contract/dashboard";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useAllowed } from "../api/permissions.ts";
import { creditsQuery, keysQuery } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { InlineChoice } from "../ui/field.tsx";
import { Page, Panel } from "../ui/page.tsx";
import { Empty, LoadingRows, PanelFailure } from "../ui/states.tsx";
import { KeyForm } from "./key-form.tsx";
import { KeyRow } from "./key-row.tsx";
import { findKeys, type KeyOrder, keyOrders } from "./keys-list.ts";
import { ShownKey } from "./shown-key.tsx";

export function KeysPage() {
  const { data, error, refetch, isPending } = useQuery(keysQuery);
  const { data: credits } = useQuery(creditsQuery);
  const [edited, setEdited] = useState<DashboardKey | "new">();
  const [secret, setSecret] = useState<string>();
  const hasCredits = (credits?.balance ?? 0) > 0;
  const allowed = useAllowed();
  const [words, setWords] = useState("");
  const [order, setOrder] = useState<KeyOrder>("newest");
  const shown = findKeys(data?.keys ?? [], words, order);
  const create = allowed("manageKeys") && (
    <Button look="main" disabled={!hasCredits} onClick={() => setEdited("new")}>
      Create Secret Key
    </Button>
  );
  return (
    <Page
      title="Keys"
      text="API keys for your applications. Create a separate key for each one."
      action={create}
    >
      {allowed("manageKeys") && credits && !hasCredits && (
        <p className="rounded-md border border-line bg-amber-soft px-4 py-3">
          You need credits to create a key.{" "}
          {allowed("manageCredits") ? (
            <Link to="/credits" className="underline">
              Add credits.
            </Link>
          ) : (
            "Ask an owner, admin or billing member to add some."
          )}
        </p>
      )}
      <Panel>
        {error && <PanelFailure error={error} onRetry={refetch} />}
        {isPending && <LoadingRows rows={3} />}
        {data?.keys.length === 0 && (
          <Empty
            title="No keys yet"
            text="Create a key, add it to your application's settings and make your first API call."
          />
        )}
        {data && data.keys.length > 1 && (
          <search className="flex flex-wrap items-center gap-3 border-line border-b px-4 py-3">
            <input
              type="search"
              value={words}
              onChange={(event) => setWords(event.target.value)}
              aria-label="Search keys"
              placeholder="Search by name or first characters"
              className="h-9 min-w-0 flex-1 rounded-md border border-edge bg-surface px-3 placeholder:text-muted"
            />
            <InlineChoice label="Sort by" value={order} onChange={setOrder} options={keyOrders} />
          </search>
        )}
        {data && data.keys.length > 0 && shown.length === 0 && (
          <Empty title="No key matches" text="Search by a part of the name or the first characters." />
        )}
        <ul className="divide-y divide-line">
          {shown.map((key) => (
            <KeyRow key={key.id} apiKey={key} onEdit={() => setEdited(key)} onReplaced={setSecret} />
          ))}
        </ul>
      </Panel>
      {edited && (
        <KeyForm
          apiKey={edited === "new" ? undefined : edited}
          operations={data?.operations ?? []}
          onClose={() => setEdited(undefined)}
          onCreated={setSecret}
        />
      )}
      {secret && <ShownKey secret={secret} onClose={() => setSecret(undefined)} />}
    </Page>
  );
}
