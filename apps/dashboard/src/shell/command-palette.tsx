import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { useAllowed } from "../api/permissions.ts";
import { findPagePermission } from "./page-permissions.ts";
import { groups } from "./places.ts";
import { goKeys } from "./shortcuts.ts";
import { setTheme, themes } from "./theme.ts";

const actions = [
  ["/playground/image", "Generate an image"],
  ["/playground/assistant", "Ask the assistant"],
  ["/playground/contract", "Generate a contract"],
  ["/playground/audit", "Audit a contract"],
  ["/collections/new", "Create a collection"],
  ["/credits", "Add credits"],
  ["/account", "Account settings"],
  ["/security", "Security settings"],
] as const;

/** Every page and the most used actions, found by typing. */
export function CommandPalette({
  onClose,
  onSignOut,
  isOperator,
}: {
  onClose: () => void;
  onSignOut: () => void;
  isOperator: boolean;
}) {
  const allowed = useAllowed();
  const navigate = useNavigate();
  const go = (
    to: (typeof actions)[number][0] | "/operator" | (typeof groups)[number]["places"][number]["to"],
  ) => {
    onClose();
    void navigate({ to });
  };
  const places = groups.flatMap((group) => group.places);
  const act = (action: () => void) => {
    onClose();
    action();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 bg-black/40" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-4 top-[12vh] z-30 mx-auto max-w-xl overflow-hidden rounded-md border border-line bg-surface shadow-xl"
        >
          <Dialog.Title className="sr-only">Go to a page or run a command</Dialog.Title>
          <Command label="Commands" loop>
            <Command.Input
              autoFocus
              placeholder="Search pages and commands"
              className="h-12 w-full border-line border-b bg-surface px-4 text-base text-ink outline-none placeholder:text-muted"
            />
            <Command.List className="max-h-[60vh] overflow-y-auto p-2">
              <Command.Empty className="p-4 text-muted">No page or command matches.</Command.Empty>
              <Group name="Pages">
                {places
                  .filter(({ to }) => allowed(findPagePermission(to)))
                  .map(({ to, name }) => {
                    const letter = goKeys[to];
                    return (
                      <Item
                        key={to}
                        keys={letter ? ["G", letter.toUpperCase()] : undefined}
                        onSelect={() => go(to)}
                      >
                        {name}
                      </Item>
                    );
                  })}
                {isOperator && <Item onSelect={() => go("/operator")}>Admin console</Item>}
                <Item onSelect={() => window.location.assign("/docs")}>API reference</Item>
              </Group>
              <Group name="Actions">
                {actions
                  .filter(([to]) => allowed(findPagePermission(to)))
                  .map(([to, name]) => (
                    <Item key={to} onSelect={() => go(to)}>
                      {name}
                    </Item>
                  ))}
                <Item onSelect={() => act(onSignOut)}>Sign out</Item>
              </Group>
              <Group name="Theme">
                {themes.map((theme) => (
                  <Item key={theme} onSelect={() => act(() => setTheme(theme))}>
                    {`${theme.charAt(0).toUpperCase()}${theme.slice(1)} theme`}
                  </Item>
                ))}
              </Group>
            </Command.List>
            <p className="border-line border-t px-4 py-2 text-muted text-xs">
              Open with <Key>Ctrl K</Key>, <Key>⌘ K</Key> or <Key>?</Key>. Press <Key>G</Key> and a letter to
              go to a page.
            </p>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={name}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

function Item({
  keys,
  onSelect,
  children,
}: {
  keys?: string[] | undefined;
  onSelect: () => void;
  children: string;
}) {
  return (
    <Command.Item
      onSelect={onSelect}
      className="flex min-h-10 cursor-pointer items-center justify-between gap-4 rounded-md px-2 data-[selected=true]:bg-selected data-[selected=true]:text-on-selected"
    >
      {children}
      {keys && (
        <span className="flex gap-1" aria-hidden="true">
          {keys.map((key) => (
            <Key key={key}>{key}</Key>
          ))}
        </span>
      )}
    </Command.Item>
  );
}

function Key({ children }: { children: string }) {
  return <kbd className="numbers rounded border border-edge px-1.5 text-xs">{children}</kbd>;
}
