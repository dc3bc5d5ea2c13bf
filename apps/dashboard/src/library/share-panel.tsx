import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Panel } from "../ui/page.tsx";
import { Failure } from "../ui/states.tsx";
import { type Item, libraryKey } from "./library-queries.ts";

/** Creates, shows and revokes the link to an item. */
export function SharePanel({ item }: { item: Item }) {
  const queryClient = useQueryClient();
  const params = { itemId: item.id };
  const change = useMutation({
    mutationFn: (isShared: boolean) =>
      isShared
        ? call("POST /operations/library/{itemId}/share", { params })
        : call("DELETE /operations/library/{itemId}/share", { params }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: libraryKey }),
  });
  return (
    <Panel title="Share">
      <div className="flex flex-col gap-3 p-4">
        {item.shareUrl ? (
          <>
            <p className="text-muted">Anyone with this link can view this item without signing in.</p>
            <code
              className="numbers break-all rounded-md bg-sunken px-3 py-2 text-xs"
              data-testid="share-url"
            >
              {item.shareUrl}
            </code>
            <div className="flex flex-wrap gap-2">
              <CopyButton text={item.shareUrl} label="Copy link" />
              <Button look="danger" isBusy={change.isPending} onClick={() => change.mutate(false)}>
                Revoke link
              </Button>
            </div>
          </>
        ) : (
          <>
            <p className="text-muted">
              Create a link to a read-only page. Search engines are asked not to list it, and you can revoke
              it.
            </p>
            <div>
              <Button isBusy={change.isPending} onClick={() => change.mutate(true)}>
                Create link
              </Button>
            </div>
          </>
        )}
        {change.error && <Failure error={change.error} />}
      </div>
    </Panel>
  );
}
