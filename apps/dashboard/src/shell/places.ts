import {
  ChartColumn,
  CreditCard,
  House,
  Images,
  KeyRound,
  LayoutGrid,
  type LucideIcon,
  MessagesSquare,
  Newspaper,
  Pencil,
  ScrollText,
  Users,
  Webhook,
} from "lucide-react";

export interface Place {
  to:
    | "/"
    | "/playground"
    | "/collections"
    | "/library"
    | "/keys"
    | "/logs"
    | "/usage"
    | "/webhooks"
    | "/credits"
    | "/history"
    | "/news"
    | "/members";
  name: string;
  icon: LucideIcon;
}

const home: Place = { to: "/", name: "Home", icon: House };
const playground: Place = { to: "/playground", name: "Playground", icon: Pencil };
const collections: Place = { to: "/collections", name: "Collections", icon: LayoutGrid };
const library: Place = { to: "/library", name: "Library", icon: Images };

/** The pages of the dashboard, as the side bar and the menu on a phone list them. */
export const groups: readonly { name?: string; places: readonly Place[] }[] = [
  { places: [home] },
  { name: "Create", places: [playground, collections, library] },
  {
    name: "Build",
    places: [
      { to: "/keys", name: "Keys", icon: KeyRound },
      { to: "/logs", name: "Logs", icon: ScrollText },
      { to: "/usage", name: "Usage", icon: ChartColumn },
      { to: "/webhooks", name: "Webhooks", icon: Webhook },
    ],
  },
  {
    name: "Account",
    places: [
      { to: "/credits", name: "Credits", icon: CreditCard },
      { to: "/history", name: "Conversations", icon: MessagesSquare },
      { to: "/news", name: "News", icon: Newspaper },
      { to: "/members", name: "Members", icon: Users },
    ],
  },
];

/** The bottom bar of a phone. The menu beside it has all pages. */
export const barPlaces: readonly Place[] = [home, playground, collections, library];
