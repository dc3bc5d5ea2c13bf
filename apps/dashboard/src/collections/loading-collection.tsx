const places = Array.from({ length: 12 }, (_, place) => place);

/** The shape of a collection before it is there. */
export function LoadingCollection() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">Loading</span>
      <div className="h-40 animate-pulse rounded-md border border-line bg-surface" />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-6">
        {places.map((place) => (
          <div key={place} className="aspect-square animate-pulse rounded-md border border-line bg-sunken" />
        ))}
      </div>
    </div>
  );
}
