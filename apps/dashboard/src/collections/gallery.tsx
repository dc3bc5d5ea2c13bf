import type { Token } from "@mintwright/api-contract";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Rarity } from "./rarity.ts";
import { captionHeight, TokenTile } from "./token-tile.tsx";

const gap = 12;
const widestSide = 176;
/** The height that the bottom navigation covers on a phone. */
const coveredBelow = 88;

/** A virtual grid: only visible tokens are in the DOM, so 10,000 tokens scroll smoothly. */
export function Gallery({
  numbers,
  tokens,
  rarities,
  onOpen,
}: {
  /** Token numbers in display order. */
  numbers: readonly number[];
  tokens: readonly (Token | undefined)[];
  rarities: ReadonlyMap<number, Rarity>;
  onOpen: (number: number) => void;
}) {
  const frame = useRef<HTMLUListElement>(null);
  const { width, top } = usePlace(frame);
  const [active, setActive] = useState(0);
  const isMoving = useRef(false);
  const columns = Math.max(2, Math.ceil((width + gap) / (widestSide + gap)));
  const side = Math.floor((width - gap * (columns - 1)) / columns);
  const rowHeight = side + captionHeight + gap;
  const rows = useWindowVirtualizer({
    count: width > 0 ? Math.ceil(numbers.length / columns) : 0,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    overscan: 2,
    scrollMargin: top,
    scrollPaddingStart: gap,
    scrollPaddingEnd: coveredBelow,
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: positions depend on the row height only.
  useLayoutEffect(() => rows.measure(), [rowHeight]);
  const current = Math.min(active, numbers.length - 1);

  // A tile reached with the arrow keys may have to be rendered by scrolling before it can take the focus.
  useEffect(() => {
    if (!isMoving.current) return;
    const tile = frame.current?.querySelector<HTMLElement>(`[data-number="${numbers[current]}"]`);
    if (!tile) return;
    tile.focus({ preventScroll: true });
    isMoving.current = false;
  });

  const open = useCallback(
    (number: number) => {
      setActive(numbers.indexOf(number));
      onOpen(number);
    },
    [numbers, onOpen],
  );
  const move = (event: KeyboardEvent) => {
    const page = columns * Math.max(1, Math.floor(window.innerHeight / rowHeight) - 1);
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
      PageUp: -page,
      PageDown: page,
      Home: -numbers.length,
      End: numbers.length,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(numbers.length - 1, Math.max(0, current + step));
    isMoving.current = true;
    setActive(next);
    rows.scrollToIndex(Math.floor(next / columns), { align: "auto" });
  };

  // A stable callback, so that scrolling does not re-render every tile.
  const latest = useRef(move);
  latest.current = move;
  const onKeyDown = useCallback((event: KeyboardEvent) => latest.current(event), []);

  const shown = rows.getVirtualItems();
  // One visible tile must be reachable with Tab even when the active tile is scrolled out of view.
  const [firstRow, lastRow] = [shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0];
  const activeRow = Math.floor(current / columns);
  const reachable = activeRow >= firstRow && activeRow <= lastRow ? current : firstRow * columns;
  return (
    <ul ref={frame} aria-label="Tokens" className="relative" style={{ height: rows.getTotalSize() }}>
      {shown.flatMap((row) =>
        numbers.slice(row.index * columns, (row.index + 1) * columns).map((number, column) => {
          const place = row.index * columns + column;
          const [left, down] = [column * (side + gap), row.start - top];
          return (
            <li
              key={number}
              aria-setsize={numbers.length}
              aria-posinset={place + 1}
              className="absolute top-0 left-0"
              style={{ width: side, transform: `translate(${left}px, ${down}px)` }}
            >
              <TokenTile
                number={number}
                token={tokens[number - 1]}
                side={side}
                rank={rarities.get(number)?.rank}
                isActive={place === reachable}
                onOpen={open}
                onKeyDown={onKeyDown}
              />
            </li>
          );
        }),
      )}
    </ul>
  );
}

/** Tracks the width of an element and its distance from the top of the page. */
function usePlace(element: React.RefObject<HTMLElement | null>): { width: number; top: number } {
  const [place, setPlace] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => {
      const { width, top } = measured.getBoundingClientRect();
      const next = { width: Math.floor(width), top: Math.round(top + window.scrollY) };
      setPlace((last) => (last.width === next.width && last.top === next.top ? last : next));
    };
    measure();
    // The body too: content above the gallery can change its height.
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return place;
}
