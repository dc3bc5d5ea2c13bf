import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  assertLedgerAddsUp,
  createDatabase,
  type MailServer,
  startMailServer,
} from "@mintwright/test-harness";
import type { FastifyInstance, RouteOptions } from "fastify";
import { inject } from "vitest";
import { readConfig } from "../../config/index.ts";
import { composeApi } from "../compose-api.ts";
import { composePlatform, type Platform } from "../compose-platform.ts";

const publicUrl = "http://dashboard.test";

/** What signs cookies and links in these tests. */
export const dashboardSecret = "a secret of the tests that is long enough";

/** A browser of somebody: keeps cookies and says where it comes from. */
export interface Visitor {
  cookies: Map<string, string>;
  call(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: Record<string, unknown>; text: string; headers: Headers }>;
}

/** The API with a dashboard, on a database and a mail server of its own. */
export interface DashboardFixture {
  app: FastifyInstance;
  platform: Platform;
  databaseUrl: string;
  mail: MailServer;
  routes: { method: string; url: string }[];
  baseUrl: string;
  visit(address?: string): Visitor;
  /** Signs somebody up, confirms the email and returns the signed-in visitor. */
  signUp(email?: string): Promise<Visitor & { email: string; password: string; accountId: string }>;
  /** Stops the API and starts another with changed settings on the same database. */
  restart(settings: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

/** Starts it, with more settings where a test needs them. */
export async function startDashboard(settings: Record<string, string> = {}): Promise<DashboardFixture> {
  const database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
  const mail = await startMailServer();
  const filesFolder = mkdtempSync(join(tmpdir(), "mintwright-dashboard-"));
  const routes: { method: string; url: string }[] = [];
  let running = await start(settings);

  async function start(more: Record<string, string>) {
    const config = readConfig({
      DATABASE_URL: database.url,
      LOG_LEVEL: "silent",
      TRUSTED_PROXIES: "127.0.0.1",
      PUBLIC_URL: publicUrl,
      DASHBOARD_SECRET: dashboardSecret,
      SMTP_URL: mail.url,
      STORAGE_DIRECTORY: filesFolder,
      ...more,
    });
    const platform = await composePlatform(config, "api");
    const app = composeApi(config, platform);
    app.addHook("onRoute", (route: RouteOptions) => {
      for (const method of [route.method].flat()) routes.push({ method, url: route.url });
    });
    return { platform, app, baseUrl: await app.listen({ host: "127.0.0.1", port: 0 }) };
  }

  async function stop() {
    await running.app.close();
    await running.platform.stop();
  }

  function visit(address = "192.0.2.1"): Visitor {
    const cookies = new Map<string, string>();
    return {
      cookies,
      async call(method, path, body, headers = {}) {
        const answer = await fetch(`${running.baseUrl}/dashboard/api${path}`, {
          method,
          redirect: "manual",
          headers: {
            origin: publicUrl,
            "x-forwarded-for": address,
            ...(cookies.size > 0 && {
              cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
            }),
            ...(body !== undefined && { "content-type": "application/json" }),
            ...headers,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        for (const cookie of answer.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          if (/max-age=0/i.test(cookie)) cookies.delete(name);
          else cookies.set(name, value);
        }
        const text = await answer.text();
        const isJson = /^application\/json(;|$)/.test(answer.headers.get("content-type") ?? "");
        return { status: answer.status, body: isJson ? JSON.parse(text) : {}, text, headers: answer.headers };
      },
    };
  }

  return {
    get app() {
      return running.app;
    },
    get platform() {
      return running.platform;
    },
    databaseUrl: database.url,
    mail,
    routes,
    get baseUrl() {
      return running.baseUrl;
    },
    visit,
    async signUp(email = `${randomUUID()}@example.com`) {
      const visitor = visit();
      const password = "correct horse battery";
      // From addresses of their own: how often one may sign up is another test.
      const fresh = visit(`198.51.100.${Math.floor(Math.random() * 250) + 1}`);
      const answer = await fresh.call("POST", "/auth/sign-up/email", { email });
      if (answer.status !== 200) throw new Error(answer.text);
      const token = new URL((await mail.takeEmail(email)).link).searchParams.get("token");
      const confirmed = await visitor.call("POST", "/auth/confirm-email", { token, newPassword: password });
      if (confirmed.status !== 200) throw new Error(confirmed.text);
      const session = await visitor.call("GET", "/session");
      const { id } = (session.body as { account?: { id: string } }).account ?? {};
      return { ...visitor, email, password, accountId: id ?? "" };
    },
    async restart(more) {
      await stop();
      running = await start({ ...settings, ...more });
    },
    async close() {
      await stop();
      await mail.stop();
      await assertLedgerAddsUp(database.url);
      await database.drop();
      rmSync(filesFolder, { recursive: true, force: true });
    },
  };
}
