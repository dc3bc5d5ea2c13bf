import { Button } from "./button.tsx";

/** Loads the next page of a list; hidden on the last page. */
export function MorePages({
  pages,
  text = "Load more",
}: {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  text?: string;
}) {
  if (!pages.hasNextPage) return null;
  return (
    <div className="border-line border-t p-4">
      <Button onClick={() => pages.fetchNextPage()} isBusy={pages.isFetchingNextPage}>
        {text}
      </Button>
    </div>
  );
}
