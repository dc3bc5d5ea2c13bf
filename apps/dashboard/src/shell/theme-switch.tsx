import { Monitor, Moon, Sun } from "lucide-react";
import { setTheme, themes, useTheme } from "./theme.ts";

const looks = {
  system: { name: "System theme", icon: Monitor },
  light: { name: "Light theme", icon: Sun },
  dark: { name: "Dark theme", icon: Moon },
};

export function ThemeSwitch() {
  const chosen = useTheme();
  return (
    <fieldset className="flex w-fit gap-0.5 rounded-md border border-line p-0.5">
      <legend className="sr-only">Theme</legend>
      {themes.map((theme) => {
        const { name, icon: Icon } = looks[theme];
        return (
          <button
            key={theme}
            type="button"
            aria-label={name}
            title={name}
            aria-pressed={theme === chosen}
            onClick={() => setTheme(theme)}
            className="flex size-9 items-center justify-center rounded text-muted hover:bg-sunken hover:text-ink aria-pressed:bg-selected aria-pressed:text-on-selected md:size-7"
          >
            <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
          </button>
        );
      })}
    </fieldset>
  );
}
