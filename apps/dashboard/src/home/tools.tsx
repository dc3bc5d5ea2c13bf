import { Link } from "@tanstack/react-router";
import { Icon } from "../ui/icon.tsx";

const tools = [
  [
    "/playground/image",
    "Paint a picture",
    "Words in, a picture out",
    "M3 3h10v10H3zM3 10.500l3-3 2.500 2.500L11 7l2 2",
  ],
  [
    "/collections/new",
    "Make a collection",
    "Traits, rarity, metadata, mint",
    "M3 3h4v4H3zM9 3h4v4H9zM3 9h4v4H3zM9 9h4v4H9z",
  ],
  [
    "/playground/assistant",
    "Ask the assistant",
    "Web3, in plain words",
    "M3 3.500h10v7H8l-3 2.500v-2.500H3z",
  ],
  [
    "/playground/contract",
    "Write a contract",
    "Solidity that compiles",
    "M6 4 2.500 8 6 12M10 4l3.500 4L10 12",
  ],
  [
    "/playground/audit",
    "Audit a contract",
    "Findings beside the lines",
    "M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM10.500 10.500 14 14",
  ],
] as const;

/** What can be made here, one click away. */
export function Tools() {
  return (
    <nav aria-label="Make something" className="grid grid-cols-2 gap-3 lg:grid-cols-5">
      {tools.map(([to, name, text, icon]) => (
        <Link
          key={to}
          to={to}
          className="flex flex-col gap-2 rounded-md border border-line bg-surface p-4 transition-colors duration-150 hover:bg-sunken max-lg:last:col-span-2"
        >
          <Icon path={icon} size={20} className="text-muted" />
          <span>
            <span className="block font-medium">{name}</span>
            <span className="block text-muted text-xs">{text}</span>
          </span>
        </Link>
      ))}
    </nav>
  );
}
