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
import { Shell } from "./shell/shell.tsx";
import { toInnerPath } from "./sign-in/inner-path.ts";
import { Failure } from "./ui/states.tsx";

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  errorComponent: ({ error, reset }) => (
    <div className="mx-auto max-w-lg p-6">
      <Failure error={error as Error} onRetry={reset} />
    </div>
  ),
  notFoundComponent: () => (
    <main className="mx-auto max-w-lg p-6">
      <h1 className="text-xl">There is no such page</h1>
      <a className="text-accent underline" href="/dashboard">
        Go home
      </a>
    </main>
  ),
});

const getParent = () => root;
const readToken = (search: Record<string, unknown>) => ({ token: String(search.token ?? "") });

const signIn = createRoute({
  getParentRoute: getParent,
  path: "/sign-in",
  validateSearch: (search: Record<string, unknown>): { next?: string | undefined } => ({
    // Never beyond this dashboard, whatever a link says; undefined, because what is left out stays as it came.
    next: toInnerPath(search.next),
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
  component: lazyRouteComponent(() => import("./credits/credits-page.tsx"), "CreditsPage"),
});
const account = createRoute({
  getParentRoute: getInside,
  path: "/account",
  component: lazyRouteComponent(() => import("./account/account-page.tsx"), "AccountPage"),
});

/** Creates the map of the dashboard. Pages are loaded when they are first shown. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([
      signIn,
      signUp,
      confirmEmail,
      forgotPassword,
      resetPassword,
      inside.addChildren([home, keys, context, credits, account]),
    ]),
    basepath: "/dashboard",
    context: { queryClient },
    defaultPreload: "intent",
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
