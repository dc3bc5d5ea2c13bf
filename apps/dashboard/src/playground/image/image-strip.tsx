import type { RecentImage } from "./recent-images.ts";

/** What was made in this visit, small, to come back to. */
export function ImageStrip({
  pictures,
  shown,
  onShow,
}: {
  pictures: readonly RecentImage[];
  shown: string | undefined;
  onShow: (id: string) => void;
}) {
  if (pictures.length < 2) return null;
  return (
    <section aria-label="Made in this visit" className="flex flex-col gap-2">
      <h2 className="text-muted text-xs">Made in this visit; save what you want to keep</h2>
      <ul className="flex flex-wrap gap-2">
        {pictures.map(({ id, url, request }) => (
          <li key={id}>
            <button
              type="button"
              aria-label={`Show: ${request.prompt.slice(0, 80)}`}
              aria-pressed={id === shown}
              onClick={() => onShow(id)}
              className="block rounded-md border-2 border-transparent aria-pressed:border-ink"
            >
              <img src={url} alt="" className="size-16 rounded-md object-cover" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
