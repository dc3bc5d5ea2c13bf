import { Link } from "@tanstack/react-router";
import { CodeXml, Image, LayoutGrid, MessageSquare, Search } from "lucide-react";

const tools = [
  ["/playground/image", "Generate an image", "From a text prompt", Image],
  ["/collections/new", "Create a collection", "Traits, rarity, metadata, mint", LayoutGrid],
  ["/playground/assistant", "Ask the assistant", "Questions about Web3", MessageSquare],
  ["/playground/contract", "Generate a contract", "Compiled Solidity", CodeXml],
  ["/playground/audit", "Audit a contract", "Findings with line numbers", Search],
] as const;

export function Tools() {
  return (
    <nav aria-label="Tools" className="grid grid-cols-2 gap-3 lg:grid-cols-5">
      {tools.map(([to, name, text, Icon]) => (
        <Link
          key={to}
          to={to}
          className="flex flex-col gap-2 rounded-md border border-line bg-surface p-4 transition-colors duration-150 hover:bg-sunken max-lg:last:col-span-2"
        >
          <Icon size={20} strokeWidth={1.5} className="text-muted" aria-hidden="true" />
          <span>
            <span className="block font-medium">{name}</span>
            <span className="block text-muted text-xs">{text}</span>
          </span>
        </Link>
      ))}
    </nav>
  );
}
