import type { SharedItem } from "@mintwright/api-contract";
import { writeCredits } from "../playground/price.tsx";
import { formatMoment } from "../ui/format.ts";
import { type Item, kindNames } from "./library-queries.ts";

const kilobytes = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** Facts of an item; those about keys and credits only for its owner. */
export function ItemFacts({ item }: { item: SharedItem & Partial<Pick<Item, "keyName" | "price">> }) {
  const facts = [
    ["Kind", kindNames[item.kind]],
    ["Model", item.model],
    ["Created", formatMoment(item.createdAt)],
    ["Kept until", item.keptUntil ? formatMoment(item.keptUntil) : "No end date"],
    ["Size", `${kilobytes.format(Math.max(1, item.bytes / 1024))} kB`],
    ["Seed", item.image && String(item.image.seed)],
    ["Style", item.image?.style],
    ["Compiler", item.contract && `solc ${item.contract.compiler.split("+")[0]}`],
    ["Key", item.keyName],
    ["Price", item.price === undefined ? undefined : writeCredits(item.price)],
  ].filter(([, text]) => text);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 p-4">
      {facts.map(([name, text]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="break-words">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
