import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { CallError } from "./api/call.ts";
import { sessionQuery } from "./api/queries.ts";
import { readCollectionsSearch } from "./collections/collections-search.ts";
import { readCreditsSearch } from "./credits/filter.ts";
import { readHistorySearch } from "./history/history-search.ts";
import { readLibrarySearch } from "./library/library-search.ts";
import { readLogSearch } from "./logs/log-search.ts";
import { readNewsSearch } from "./news/news-search.ts";
import { Shell } from "./shell/shell.tsx";
import { Failure } from "./ui/states.tsx";
import { Toaster } from "./ui/toaster.tsx";
import { readUsageSearch } from "./usage/usage-search.ts";
import { WalletPicker } from "./wallet/wallet-picker.tsx";

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: () => (
    <>
      <Outlet />
      <WalletPicker />
      <Toaster />
    </>
  ),
  errorComponent: ({ error, reset }) => (
    <div className="mx-auto max-w-lg p-6">
      <Failure error={error as Error} onRetry={reset} />
    </div>
  ),
  notFoundComponent: () => (
    <main className="mx-auto max-w-lg p-6">
      <h1 className="text-xl">Page not found</h1>
      <a className="text-accent underline" href="/dashboard">
        Go to Home
      </a>
    </main>
  ),
});

const getParent = () => root;
/** The library item that a page of the playground shows. */
const readItem = ({ item }: Record<string, unknown>): { item?: string | undefined } => ({
  item: typeof item === "string" ? item : undefined,
});
const readToken = (search: Record<string, unknown>) => ({ token: String(search.token ?? "") });

const signIn = createRoute({
  getParentRoute: getParent,
  path: "/sign-in",
  validateSearch: (
    search: Record<string, unknown>,
  ): { next?: string | undefined; error?: string | undefined } => ({
    // Only paths of this dashboard. Explicitly undefined: a left-out key would keep its raw value.
    next: toInnerPath(search.next),
    error: typeof search.error === "string" ? search.error : undefined,
  }),
  component: lazyRouteComponent(() => import("./sign-in/sign-in-page.tsx"), "SignInPage"),
});
const signUp = createRoute({
  getParentRoute: getParent,
  path: "/sign-up",
  component: lazyRouteComponent(() => import("./sign-in/sign-up-page.tsx"), "SignUpPage"),
});
const confirmEmail = createRoute({
  getParentRoute: getParent,
  path: "/confirm-email",
  validateSearch: readToken,
  component: lazyRouteComponent(() => import("./sign-in/confirm-email-page.tsx"), "ConfirmEmailPage"),
});
const forgotPassword = createRoute({
  getParentRoute: getParent,
  path: "/forgot-password",
  component: lazyRouteComponent(() => import("./sign-in/forgot-password-page.tsx"), "ForgotPasswordPage"),
});
const resetPassword = createRoute({
  getParentRoute: getParent,
  path: "/reset-password",
  validateSearch: readToken,
  component: lazyRouteComponent(() => import("./sign-in/reset-password-page.tsx"), "ResetPasswordPage"),
});

const shared = createRoute({
  getParentRoute: getParent,
  path: "/shared/$token",
  component: lazyRouteComponent(() => import("./library/shared-page.tsx"), "SharedPage"),
});

const claim = createRoute({
  getParentRoute: getParent,
  path: "/claim/$chainId/$address",
  component: lazyRouteComponent(() => import("./drops/claim-page.tsx"), "ClaimPage"),
});

const inside = createRoute({
  getParentRoute: getParent,
  id: "inside",
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(sessionQuery);
    } catch (error) {
      if (error instanceof CallError && error.status === 401) {
        throw redirect({ to: "/sign-in", search: { next: location.href } });
      }
      throw error;
    }
  },
});
const getInside = () => inside;

const home = createRoute({
  getParentRoute: getInside,
  path: "/",
  component: lazyRouteComponent(() => import("./home/home-page.tsx"), "HomePage"),
});
const keys = createRoute({
  getParentRoute: getInside,
  path: "/keys",
  component: lazyRouteComponent(() => import("./keys/keys-page.tsx"), "KeysPage"),
});
const context = createRoute({
  getParentRoute: getInside,
  path: "/keys/$keyId/context",
  component: lazyRouteComponent(() => import("./keys/context-page.tsx"), "ContextPage"),
});
const credits = createRoute({
  getParentRoute: getInside,
  path: "/credits",
  validateSearch: readCreditsSearch,
  component: lazyRouteComponent(() => import("./credits/credits-page.tsx"), "CreditsPage"),
});
const account = createRoute({
  getParentRoute: getInside,
  path: "/account",
  component: lazyRouteComponent(() => import("./account/account-page.tsx"), "AccountPage"),
});
const security = createRoute({
  getParentRoute: getInside,
  path: "/security",
  component: lazyRouteComponent(() => import("./security/security-page.tsx"), "SecurityPage"),
});
const changeEmail = createRoute({
  getParentRoute: getInside,
  path: "/change-email",
  validateSearch: readToken,
  component: lazyRouteComponent(() => import("./security/change-email-page.tsx"), "ChangeEmailPage"),
});
const members = createRoute({
  getParentRoute: getInside,
  path: "/members",
  component: lazyRouteComponent(() => import("./organisations/members-page.tsx"), "MembersPage"),
});
const auditLog = createRoute({
  getParentRoute: getInside,
  path: "/audit-log",
  component: lazyRouteComponent(() => import("./organisations/audit-log-page.tsx"), "AuditLogPage"),
});
const invitation = createRoute({
  getParentRoute: getInside,
  path: "/invitation/$invitationId",
  component: lazyRouteComponent(() => import("./organisations/invitation-page.tsx"), "InvitationPage"),
});
const playground = createRoute({
  getParentRoute: getInside,
  path: "/playground",
  beforeLoad: () => {
    throw redirect({ to: "/playground/image" });
  },
});
const playgroundImage = createRoute({
  getParentRoute: getInside,
  path: "/playground/image",
  validateSearch: readItem,
  component: lazyRouteComponent(() => import("./playground/image/image-page.tsx"), "ImagePage"),
});
const playgroundAssistant = createRoute({
  getParentRoute: getInside,
  path: "/playground/assistant",
  // The router parses a numeric session ID as a number.
  validateSearch: ({ session }: Record<string, unknown>): { session?: string } =>
    typeof session === "string" || typeof session === "number" ? { session: String(session) } : {},
  component: lazyRouteComponent(() => import("./playground/assistant/assistant-page.tsx"), "AssistantPage"),
});
const playgroundContract = createRoute({
  getParentRoute: getInside,
  path: "/playground/contract",
  validateSearch: readItem,
  component: lazyRouteComponent(() => import("./playground/contract/contract-page.tsx"), "ContractPage"),
});
const playgroundAudit = createRoute({
  getParentRoute: getInside,
  path: "/playground/audit",
  validateSearch: readItem,
  component: lazyRouteComponent(() => import("./playground/audit/audit-page.tsx"), "AuditPage"),
});
const playgroundProject = createRoute({
  getParentRoute: getInside,
  path: "/playground/audit/project",
  validateSearch: readItem,
  component: lazyRouteComponent(() => import("./playground/audit/project/project-page.tsx"), "ProjectPage"),
});
const collections = createRoute({
  getParentRoute: getInside,
  path: "/collections",
  validateSearch: readCollectionsSearch,
  component: lazyRouteComponent(() => import("./collections/collections-page.tsx"), "CollectionsPage"),
});
const newCollection = createRoute({
  getParentRoute: getInside,
  path: "/collections/new",
  component: lazyRouteComponent(() => import("./collections/new-collection-page.tsx"), "NewCollectionPage"),
});
const collection = createRoute({
  getParentRoute: getInside,
  path: "/collections/$collectionId",
  component: lazyRouteComponent(() => import("./collections/collection-page.tsx"), "CollectionPage"),
});
const library = createRoute({
  getParentRoute: getInside,
  path: "/library",
  validateSearch: readLibrarySearch,
  component: lazyRouteComponent(() => import("./library/library-page.tsx"), "LibraryPage"),
});
const compareAudits = createRoute({
  getParentRoute: getInside,
  path: "/library/compare",
  validateSearch: ({
    before,
    after,
  }: Record<string, unknown>): { before?: string | undefined; after?: string | undefined } => ({
    before: typeof before === "string" ? before : undefined,
    after: typeof after === "string" ? after : undefined,
  }),
  component: lazyRouteComponent(() => import("./library/compare-page.tsx"), "ComparePage"),
});
const libraryItem = createRoute({
  getParentRoute: getInside,
  path: "/library/$itemId",
  component: lazyRouteComponent(() => import("./library/item-page.tsx"), "ItemPage"),
});
const logs = createRoute({
  getParentRoute: getInside,
  path: "/logs",
  validateSearch: readLogSearch,
  component: lazyRouteComponent(() => import("./logs/logs-page.tsx"), "LogsPage"),
});
const log = createRoute({
  getParentRoute: getInside,
  path: "/logs/$logId",
  component: lazyRouteComponent(() => import("./logs/log-page.tsx"), "LogPage"),
});
const usage = createRoute({
  getParentRoute: getInside,
  path: "/usage",
  validateSearch: readUsageSearch,
  component: lazyRouteComponent(() => import("./usage/usage-page.tsx"), "UsagePage"),
});
const webhooks = createRoute({
  getParentRoute: getInside,
  path: "/webhooks",
  component: lazyRouteComponent(() => import("./webhooks/webhooks-page.tsx"), "WebhooksPage"),
});
const news = createRoute({
  getParentRoute: getInside,
  path: "/news",
  validateSearch: readNewsSearch,
  component: lazyRouteComponent(() => import("./news/news-page.tsx"), "NewsPage"),
});
const newsAlerts = createRoute({
  getParentRoute: getInside,
  path: "/news/alerts",
  validateSearch: readNewsSearch,
  component: lazyRouteComponent(() => import("./news/alerts-page.tsx"), "AlertsPage"),
});
const newsArticle = createRoute({
  getParentRoute: getInside,
  path: "/news/$articleId",
  component: lazyRouteComponent(() => import("./news/article-page.tsx"), "ArticlePage"),
});
const history = createRoute({
  getParentRoute: getInside,
  path: "/history",
  validateSearch: readHistorySearch,
  component: lazyRouteComponent(() => import("./history/history-page.tsx"), "HistoryPage"),
});
const operator = createRoute({
  getParentRoute: getInside,
  path: "/operator",
  validateSearch: (search: Record<string, unknown>): { part?: string | undefined } => ({
    part: typeof search.part === "string" ? search.part : undefined,
  }),
  component: lazyRouteComponent(() => import("./admin-console/admin-console-page.tsx"), "AdminConsolePage"),
});

/** Creates the router. The code of a page is loaded when it is first opened. */
export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree: root.addChildren([
      signIn,
      signUp,
      confirmEmail,
      forgotPassword,
      resetPassword,
      shared,
      claim,
      inside.addChildren([
        home,
        playground,
        playgroundImage,
        playgroundAssistant,
        playgroundContract,
        playgroundAudit,
        playgroundProject,
        collections,
        newCollection,
        collection,
        library,
        compareAudits,
        libraryItem,
        logs,
        log,
        usage,
        webhooks,
        news,
        newsAlerts,
        newsArticle,
        history,
        operator,
        keys,
        context,
        credits,
        account,
        security,
        changeEmail,
        members,
        auditLog,
        invitation,
      ]),
    ]),
    basepath: "/dashboard",
    context: { queryClient },
    defaultPreload: "intent",
  });
  // Load the code of a page in parallel with the session request.
  router.subscribe("onBeforeLoad", ({ toLocation }) => {
    for (const { routeId } of router.matchRoutes(toLocation))
      void router.loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById]);
  });
  return router;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

/** Accepts only paths of this dashboard, to prevent an open redirect after sign-in. */
function toInnerPath(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^\/(?![/\\])/.test(value)) return undefined;
  const { origin, pathname, search } = new URL(value, "https://inner.invalid");
  return origin === "https://inner.invalid" ? pathname + search : undefined;
}
