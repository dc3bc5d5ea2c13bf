import type { RecentImage } from "./recent-images.ts";

/** Thumbnails of this session's images. */
export function ImageStrip({
  images,
  shown,
  onShow,
}: {
  images: readonly RecentImage[];
  shown: string | undefined;
  onShow: (id: string) => void;
}) {
  if (images.length < 2) return null;
  return (
    <section aria-label="Recent images" className="flex flex-col gap-2">
      <h2 className="text-muted text-xs">
        Recent images are lost when you close this tab. Download the ones you want to keep.
      </h2>
      <ul className="flex flex-wrap gap-2">
        {images.map(({ id, url, request }) => (
          <li key={id}>
            <button
              type="button"
              aria-label={`Show image: ${request.prompt.slice(0, 80)}`}
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
