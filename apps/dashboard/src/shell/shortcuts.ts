import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Place } from "./places.ts";

/** Pressed after G: the page that it opens. */
export const goKeys: Partial<Record<Place["to"], string>> = {
  "/": "h",
  "/playground": "p",
  "/collections": "c",
  "/library": "i",
  "/keys": "k",
  "/logs": "l",
  "/usage": "u",
  "/webhooks": "w",
  "/credits": "b",
  "/news": "n",
  "/members": "m",
};

const sequenceInMs = 1_500;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));

/** Ctrl/Cmd-K, `/` and `?` open the palette; G and a letter open a page. Typing in a field is left alone. */
export function useShortcuts(openPalette: () => void): void {
  const navigate = useNavigate();
  const wentAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (key === "k" && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        openPalette();
        return;
      }
      const isDialogOpen = document.querySelector("[role=dialog]") !== null;
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || isDialogOpen) return;
      if (key === "/" || key === "?") {
        event.preventDefault();
        openPalette();
        return;
      }
      const to = Object.entries(goKeys).find(([, letter]) => letter === key)?.[0] as Place["to"] | undefined;
      if (to && event.timeStamp - wentAt.current < sequenceInMs) void navigate({ to });
      wentAt.current = key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [navigate, openPalette]);
}
