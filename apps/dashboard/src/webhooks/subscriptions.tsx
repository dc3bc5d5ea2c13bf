import type { NewsAlert } from "@mintwright/api-contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { formatDay } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { Empty, LoadingRows, PanelFailure } from "../ui/states.tsx";

/** What posts to a receiver again and again until it is ended: alerts of news. */
export function Subscriptions() {
  const queryClient = useQueryClient();
  const alerts = useQuery({
    queryKey: ["news-alerts"],
    queryFn: () => call("GET /operations/news/alerts"),
  });
  const end = useMutation({
    mutationFn: (id: string) => call("DELETE /operations/news/alerts/{id}", { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["news-alerts"] }),
  });
  const error = alerts.error ?? end.error;
  return (
    <Panel title="Subscriptions">
      {error && <PanelFailure error={error} onRetry={alerts.refetch} />}
      {alerts.isPending && <LoadingRows rows={2} />}
      {alerts.data?.data.length === 0 && (
        <Empty
          title="No subscriptions"
          text="A news alert posts every new article that fits its filter. A collection posts once, to the webhook it was ordered with."
        />
      )}
      <ul className="divide-y divide-line">
        {alerts.data?.data.map((alert) => (
          <li key={alert.id} className="flex items-center gap-4 px-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="truncate">{describe(alert)}</p>
              <p className="numbers truncate text-muted text-xs">{alert.webhookUrl}</p>
              <p className="text-muted text-xs">since {formatDay(alert.createdAt)}</p>
            </div>
            <Button isBusy={end.isPending && end.variables === alert.id} onClick={() => end.mutate(alert.id)}>
              End
            </Button>
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
  return `News: ${filters.length > 0 ? filters.join(" · ") : "every article"}`;
}
