import { DropdownMenu } from "radix-ui";
import type { ReactElement } from "react";

export interface MenuAction {
  name: string;
  hint?: string;
  onSelect: () => void;
  isDangerous?: boolean;
}

/** Opens as soon as it is shown. */
export function OpenableMenu({ button, actions }: { button: ReactElement; actions: readonly MenuAction[] }) {
  return (
    <DropdownMenu.Root defaultOpen>
      <DropdownMenu.Trigger asChild>{button}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-20 min-w-44 max-w-72 rounded-md border border-edge bg-surface p-1 shadow-xl"
        >
          {actions.map(({ name, hint, onSelect, isDangerous }) => (
            <DropdownMenu.Item
              key={name}
              onSelect={onSelect}
              className={`group flex min-h-9 cursor-pointer flex-col justify-center rounded px-3 py-1.5 outline-none data-[highlighted]:bg-selected data-[highlighted]:text-on-selected ${isDangerous ? "text-red" : ""}`}
            >
              {name}
              {hint && (
                <span className="text-muted text-xs group-data-[highlighted]:text-on-selected">{hint}</span>
              )}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
