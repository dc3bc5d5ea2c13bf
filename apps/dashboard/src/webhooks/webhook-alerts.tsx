import type { NewsAlert } from "@mintwright/api-contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { useAllowed } from "../api/permissions.ts";
import { Button } from "../ui/button.tsx";
import { formatDay } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { Empty, LoadingRows, PanelFailure } from "../ui/states.tsx";

/** News alerts: webhooks that are sent until they are deleted. */
export function WebhookAlerts() {
  const allowed = useAllowed();
  const queryClient = useQueryClient();
  const alerts = useQuery({
    queryKey: ["news-alerts"],
    queryFn: () => call("GET /operations/news/alerts"),
  });
  const remove = useMutation({
    mutationFn: (id: string) => call("DELETE /operations/news/alerts/{id}", { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["news-alerts"] }),
  });
  const error = alerts.error ?? remove.error;
  return (
    <Panel title="News alerts">
      {error && <PanelFailure error={error} onRetry={alerts.refetch} />}
      {alerts.isPending && <LoadingRows rows={2} />}
      {alerts.data?.data.length === 0 && (
        <Empty
          title="No news alerts"
          text="A news alert sends a webhook for each new matching article. Collections send one webhook when they are finished."
        />
      )}
      <ul className="divide-y divide-line">
        {alerts.data?.data.map((alert) => (
          <li key={alert.id} className="flex items-center gap-4 px-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="truncate">{describe(alert)}</p>
              <p className="numbers truncate text-muted text-xs">{alert.webhookUrl}</p>
              <p className="text-muted text-xs">created {formatDay(alert.createdAt)}</p>
            </div>
            {allowed("manageWebhooks") && (
              <Button
                isBusy={remove.isPending && remove.variables === alert.id}
                onClick={() => remove.mutate(alert.id)}
              >
                Delete
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function describe({ searchQuery, categoryId, subCategoryId, tokenId }: NewsAlert): string {
  const filters = [
    searchQuery && `“${searchQuery}”`,
    categoryId && `categories ${categoryId.join(", ")}`,
    subCategoryId && `subcategories ${subCategoryId.join(", ")}`,
    tokenId && `tokens ${tokenId.join(", ")}`,
  ].filter(Boolean);
  return filters.length > 0 ? filters.join(" · ") : "All articles";
}
