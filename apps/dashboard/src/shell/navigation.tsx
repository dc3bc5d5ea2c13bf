import { Link } from "@tanstack/react-router";
import { Menu } from "lucide-react";
import { useId, useRef, useState, useSyncExternalStore } from "react";
import { useAllowed } from "../api/permissions.ts";
import { Mark } from "../ui/mark.tsx";
import { findPagePermission } from "./page-permissions.ts";
import { barPlaces, groups, type Place } from "./places.ts";
import { ThemeSwitch } from "./theme-switch.tsx";

const docsLink = "rounded-md px-3 py-2 text-muted hover:bg-sunken hover:text-ink";

/** Leaves out the pages that the member's role cannot open. */
function useOpenPlaces() {
  const allowed = useAllowed();
  return (places: readonly Place[]) => places.filter(({ to }) => allowed(findPagePermission(to)));
}

const wideWindow = window.matchMedia("(width >= 48rem)");

function watchWidth(onChange: () => void): () => void {
  wideWindow.addEventListener("change", onChange);
  return () => wideWindow.removeEventListener("change", onChange);
}

/** The side bar of a wide window. A phone does not render its links. */
export function SideBar() {
  const isWide = useSyncExternalStore(watchWidth, () => wideWindow.matches);
  if (!isWide) return null;
  return (
    <nav
      aria-label="Main"
      className="sticky top-0 flex h-screen w-52 flex-col gap-4 overflow-y-auto bg-paper p-3"
    >
      <Link to="/" className="flex items-center gap-2 px-2 py-2 font-semibold">
        <Mark /> Mintwright
      </Link>
      <Groups />
      <div className="mt-auto flex flex-col gap-2">
        <a href="/docs" className={docsLink}>
          API reference
        </a>
        <ThemeSwitch />
      </div>
    </nav>
  );
}

/** The bottom bar of a phone: the most used pages, and a menu with all of them. */
export function BottomBar({ onSignOut }: { onSignOut: () => void }) {
  const menu = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const listOpen = useOpenPlaces();
  const look = "flex min-h-11 flex-1 flex-col items-center justify-center gap-0.5 rounded-md px-1 text-xs";
  return (
    <>
      <nav
        ref={menu}
        id={id}
        popover="auto"
        aria-label="All pages"
        onBeforeToggle={({ newState }) => setOpen(newState === "open")}
        className="fixed inset-x-2 top-auto bottom-16 m-0 max-h-[75vh] w-auto overflow-y-auto rounded-md border border-line bg-surface p-3 text-ink shadow-xl open:flex open:flex-col open:gap-4 md:hidden"
      >
        {isOpen && <Groups onChoose={() => menu.current?.hidePopover()} />}
        <a href="/docs" className={docsLink}>
          API reference
        </a>
        <button type="button" onClick={onSignOut} className={`${docsLink} text-left`}>
          Sign out
        </button>
        <ThemeSwitch />
      </nav>
      <nav
        aria-label="Main"
        className="fixed inset-x-0 bottom-0 z-10 flex border-line border-t bg-surface p-1 md:hidden"
      >
        {listOpen(barPlaces).map(({ to, name, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === "/" }}
            activeProps={{ className: "bg-selected font-medium text-on-selected" }}
            inactiveProps={{ className: "text-muted hover:bg-sunken hover:text-ink" }}
            className={look}
          >
            <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
            {name}
          </Link>
        ))}
        <button
          type="button"
          popoverTarget={id}
          className={`${look} text-muted hover:bg-sunken hover:text-ink`}
        >
          <Menu size={18} strokeWidth={1.5} aria-hidden="true" />
          Menu
        </button>
      </nav>
    </>
  );
}

function Groups({ onChoose }: { onChoose?: () => void }) {
  const listOpen = useOpenPlaces();
  return groups.map(({ name, places }) => (
    <div key={name ?? "home"}>
      {name && <p className="px-3 pb-1 text-muted text-xs">{name}</p>}
      <ul aria-label={name ?? "Start"} className="flex flex-col gap-0.5">
        {listOpen(places).map((place) => (
          <li key={place.to}>
            <PlaceLink place={place} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </div>
  ));
}

function PlaceLink({
  place: { to, name, icon: Icon },
  onChoose,
}: {
  place: Place;
  onChoose?: (() => void) | undefined;
}) {
  return (
    <Link
      to={to}
      onClick={onChoose}
      activeOptions={{ exact: to === "/" }}
      activeProps={{ className: "bg-selected font-medium text-on-selected" }}
      inactiveProps={{ className: "text-muted hover:bg-sunken hover:text-ink" }}
      className="flex min-h-11 items-center gap-2 rounded-md px-3 md:min-h-8"
    >
      <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
      {name}
    </Link>
  );
}
