import { Link } from "@tanstack/react-router";
import type { ShownImage } from "./shown-image.ts";

/** Thumbnails of the newest images. */
export function ImageStrip({
  images,
  shown,
  onShow,
}: {
  images: readonly ShownImage[];
  shown: string | undefined;
  onShow: (id: string) => void;
}) {
  if (images.length < 2) return null;
  return (
    <section aria-label="Recent images" className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-3 text-muted text-xs">
        <h2>Recent images</h2>
        <Link to="/library" search={{ kind: "image" }} className="underline hover:text-ink">
          All images
        </Link>
      </div>
      <ul className="flex flex-wrap gap-2">
        {images.map(({ id, thumbnailUrl, prompt }) => (
          <li key={id}>
            <button
              type="button"
              aria-label={`Show image: ${prompt.slice(0, 80)}`}
              aria-pressed={id === shown}
              onClick={() => onShow(id)}
              className="block rounded-md border-2 border-transparent aria-pressed:border-ink"
            >
              <img src={thumbnailUrl} alt="" className="size-16 rounded-md object-cover" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
