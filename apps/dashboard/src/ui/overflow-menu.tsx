import { Ellipsis } from "lucide-react";
import { DropdownMenu } from "radix-ui";

export interface MenuAction {
  name: string;
  onSelect: () => void;
  isDangerous?: boolean;
}

/** The actions of a row that are used less often. */
export function OverflowMenu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        aria-label={label}
        className="flex size-9 items-center justify-center rounded-md border border-edge bg-surface hover:bg-sunken"
      >
        <Ellipsis size={18} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-20 min-w-44 rounded-md border border-edge bg-surface p-1 shadow-xl"
        >
          {actions.map(({ name, onSelect, isDangerous }) => (
            <DropdownMenu.Item
              key={name}
              onSelect={onSelect}
              className={`flex min-h-9 cursor-pointer items-center rounded px-3 outline-none data-[highlighted]:bg-selected data-[highlighted]:text-on-selected ${isDangerous ? "text-red" : ""}`}
            >
              {name}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
