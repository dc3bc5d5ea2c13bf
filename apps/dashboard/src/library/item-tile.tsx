import { Link } from "@tanstack/react-router";
import { FileCode2, Rocket, ShieldCheck, Star } from "lucide-react";
import { formatAgo } from "../ui/format.ts";
import { type Item, kindNames, thumbnailUrlOf } from "./library-queries.ts";

const icons = { contract: FileCode2, audit: ShieldCheck, deployment: Rocket };

/** The thumbnail of an image, or the icon of another kind. */
function Cover({ item, className }: { item: Item; className: string }) {
  if (item.kind === "image")
    return (
      <img
        src={thumbnailUrlOf(item.id)}
        alt=""
        loading="lazy"
        className={`rounded-md bg-sunken object-cover ${className}`}
      />
    );
  const Icon = icons[item.kind];
  return (
    <span className={`flex items-center justify-center rounded-md bg-sunken text-muted ${className}`}>
      <Icon size={28} strokeWidth={1.25} aria-hidden="true" />
    </span>
  );
}

function Facts({ item }: { item: Item }) {
  return (
    <span className="flex items-center gap-1 text-muted text-xs">
      {item.isFavourite && <Star size={12} fill="currentColor" aria-label="Favourite" />}
      <span className="truncate">
        {kindNames[item.kind]} · {formatAgo(item.createdAt)}
        {item.shareUrl && " · Shared"}
      </span>
    </span>
  );
}

export function ItemTile({ item }: { item: Item }) {
  return (
    <Link to="/library/$itemId" params={{ itemId: item.id }} className="group flex min-w-0 flex-col gap-2">
      <Cover item={item} className="aspect-square w-full" />
      <span className="min-w-0">
        <span className="block truncate group-hover:underline">{item.title}</span>
        <Facts item={item} />
      </span>
    </Link>
  );
}

export function ItemRow({ item }: { item: Item }) {
  return (
    <Link
      to="/library/$itemId"
      params={{ itemId: item.id }}
      className="group flex items-center gap-3 px-4 py-3 hover:bg-sunken"
    >
      <Cover item={item} className="size-12 shrink-0" />
      <span className="min-w-0 flex-1">
        <span className="block truncate group-hover:underline">{item.title}</span>
        <Facts item={item} />
      </span>
      <span className="hidden truncate text-muted text-xs sm:block">{item.model}</span>
    </Link>
  );
}
