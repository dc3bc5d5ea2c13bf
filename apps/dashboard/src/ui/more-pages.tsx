import { Button } from "./button.tsx";

/** A button that loads the next page of a list; hidden when there is none. */
export function MorePages({
  pages,
  text = "Show more",
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
