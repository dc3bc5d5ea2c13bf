import type { NewsAlert } from "@mintwright/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { operations } from "../api/operations.ts";
import { Button, buttonLink } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { formatDay } from "../ui/format.ts";
import { Page, Panel } from "../ui/page.tsx";
import { Empty, LoadingRows, PanelFailure } from "../ui/states.tsx";
import { AlertForm } from "./alert-form.tsx";
import { nameCategory, nameNetwork, nameToken } from "./news-names.ts";

const route = getRouteApi("/inside/news/alerts");
const alertsKey = ["news-alerts"];

export function AlertsPage() {
  const search = route.useSearch();
  const queryClient = useQueryClient();
  const alerts = useQuery({ queryKey: alertsKey, queryFn: () => operations.news.alerts.list() });
  const renew = () => queryClient.invalidateQueries({ queryKey: alertsKey });
  const back = (
    <Link to="/news" search={search} className={buttonLink.quiet}>
      Back to news
    </Link>
  );
  return (
    <Page
      title="News alerts"
      text="Send a signed webhook for each new article that matches a filter. Alerts are free."
      action={back}
    >
      <Panel title="New alert">
        <AlertForm search={search} onCreated={renew} />
      </Panel>
      <Panel title="Your alerts">
        {alerts.error && <PanelFailure error={alerts.error} onRetry={alerts.refetch} />}
        {alerts.isPending && <LoadingRows rows={2} />}
        {alerts.data?.length === 0 && (
          <Empty title="No alerts yet" text="Choose a filter and a webhook URL above to create one." />
        )}
        <ul className="divide-y divide-line">
          {alerts.data?.map((alert) => (
            <AlertRow key={alert.id} alert={alert} onDeleted={renew} />
          ))}
        </ul>
      </Panel>
    </Page>
  );
}

function AlertRow({ alert, onDeleted }: { alert: NewsAlert; onDeleted: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: async () => {
      await operations.news.alerts.delete(alert.id);
    },
    onSuccess: onDeleted,
  });
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="break-words font-medium">{describeAlert(alert)}</p>
        <p className="break-all text-muted text-xs">
          <span className="numbers">{alert.webhookUrl}</span> · created {formatDay(alert.createdAt)}
        </p>
      </div>
      <Button look="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Delete this alert?"
          text="Webhooks that are already queued are still delivered. No new ones are sent."
          action="Delete alert"
          act={remove}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}

function describeAlert({ categoryId, subCategoryId, tokenId, searchQuery }: NewsAlert): string {
  const parts = [
    categoryId?.map(nameCategory).join(" or "),
    subCategoryId?.map(nameNetwork).join(" or "),
    tokenId?.map(nameToken).join(" or "),
    searchQuery && `“${searchQuery}”`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(" · ") : "All articles";
}
