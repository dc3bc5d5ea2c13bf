import type { DashboardKey } from "@mintwright/api-contract/dashboard";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { creditsQuery, keysQuery } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { Page, Panel } from "../ui/page.tsx";
import { Empty, LoadingRows, PanelFailure } from "../ui/states.tsx";
import { KeyForm } from "./key-form.tsx";
import { KeyRow } from "./key-row.tsx";
import { ShownKey } from "./shown-key.tsx";

export function KeysPage() {
  const { data, error, refetch, isPending } = useQuery(keysQuery);
  const { data: credits } = useQuery(creditsQuery);
  const [edited, setEdited] = useState<DashboardKey | "new">();
  const [secret, setSecret] = useState<string>();
  const hasCredits = (credits?.balance ?? 0) > 0;
  const create = (
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
      {credits && !hasCredits && (
        <p className="rounded-md border border-line bg-amber-soft px-4 py-3">
          You need credits to create a key.{" "}
          <Link to="/credits" className="underline">
            Add credits
          </Link>
          .
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
        <ul className="divide-y divide-line">
          {data?.keys.map((key) => (
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
