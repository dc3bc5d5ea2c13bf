import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { useAllowed } from "../api/permissions.ts";
import { creditsQuery, sessionQuery } from "../api/queries.ts";
import { recentQuery } from "../library/library-queries.ts";
import { Panel } from "../ui/page.tsx";

const shown = 3;

/** What helps this account most now. Renders nothing when nothing is left to suggest. */
export function NextSteps() {
  const allowed = useAllowed();
  const { data: session } = useQuery(sessionQuery);
  const { data: credits } = useQuery(creditsQuery);
  const { data: items } = useQuery({ ...recentQuery, enabled: allowed("read") });
  if (!session || !credits || !items) return null;
  const has = (kind: string) => items.some((item) => item.kind === kind);
  const steps = [
    {
      isWanted: credits.isLow && allowed("manageCredits"),
      to: "/credits",
      name: "Add credits",
      text: "Your balance lasts less than three days at this rate.",
    },
    {
      isWanted: session.user.hasPassword && !session.user.hasTwoFactor,
      to: "/security",
      name: "Protect your account",
      text: "Turn on two-factor authentication or add a passkey.",
    },
    {
      isWanted: has("contract") && !has("audit") && allowed("create"),
      to: "/playground/audit",
      name: "Audit your contract",
      text: "Find vulnerabilities before you deploy it.",
    },
    {
      isWanted: has("image") && allowed("create"),
      to: "/collections/new",
      name: "Turn an image into a collection",
      text: "Define traits and rarity, then generate and mint all tokens.",
    },
    {
      isWanted: allowed("manageWebhooks"),
      to: "/webhooks",
      name: "Get told when work is done",
      text: "Add a webhook endpoint instead of polling for progress.",
    },
  ] as const;
  const wanted = steps.filter(({ isWanted }) => isWanted).slice(0, shown);
  if (wanted.length === 0) return null;
  return (
    <Panel title="What to do next">
      <ul className="divide-y divide-line">
        {wanted.map(({ to, name, text }) => (
          <li key={to}>
            <Link to={to} className="flex items-center gap-3 px-4 py-3 hover:bg-sunken">
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{name}</span>
                <span className="block text-muted text-xs">{text}</span>
              </span>
              <ArrowRight size={16} strokeWidth={1.5} className="text-muted" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
