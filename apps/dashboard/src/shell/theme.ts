import { useSyncExternalStore } from "react";

export const themes = ["system", "light", "dark"] as const;

export type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();

const readTheme = (): Theme =>
  themes.find((theme) => theme === document.documentElement.dataset.theme) ?? "system";

/** Switches the theme. This browser remembers it; index.html applies it before the first paint. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme);
