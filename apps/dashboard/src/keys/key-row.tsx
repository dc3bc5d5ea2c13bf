import type { DashboardKey } from "@mintwright/api-contract/dashboard";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button, buttonLink } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { formatCredits, formatDay, formatMoment } from "../ui/format.ts";
import { Failure } from "../ui/states.tsx";

const questions = {
  revoke: {
    title: "Revoke this key?",
    text: "Programs that use it are refused from their next call on. This cannot be undone.",
    action: "Revoke key",
  },
  replace: {
    title: "Replace this key?",
    text: "You get a new secret; the old one stops at once. Name, limits, saved context and history stay.",
    action: "Replace key",
  },
};

/** One key, and what can be done with it. */
export function KeyRow({
  apiKey,
  onEdit,
  onReplaced,
}: {
  apiKey: DashboardKey;
  onEdit: () => void;
  onReplaced: (secret: string) => void;
}) {
  const [question, setQuestion] = useState<keyof typeof questions>();
  const queryClient = useQueryClient();
  const act = useMutation({
    mutationFn: async (action: keyof typeof questions) => {
      const params = { keyId: apiKey.id };
      if (action === "replace") return (await call("POST /keys/{keyId}/replace", { params })).key;
      await call("POST /keys/{keyId}/revoke", { params });
      return undefined;
    },
    onSuccess: async (secret) => {
      setQuestion(undefined);
      if (secret) onReplaced(secret);
      await queryClient.invalidateQueries({ queryKey: ["keys"] });
    },
  });
  const isActive = apiKey.state === "active";
  return (
    <li
      className={`flex flex-col gap-3 px-4 py-4 lg:flex-row lg:items-center ${isActive ? "" : "text-muted"}`}
    >
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium">{apiKey.name}</span>
          {!isActive && <span className="rounded border border-line px-1.5 text-xs">{apiKey.state}</span>}
        </p>
        <p className="text-muted text-xs">
          <span className="numbers">{apiKey.shownPrefix}…</span> ·{" "}
          {apiKey.lastUsedAt ? `last used ${formatMoment(apiKey.lastUsedAt)}` : "never used"} · created{" "}
          {formatDay(apiKey.createdAt)}
        </p>
        <p className="text-muted text-xs">{describeLimits(apiKey)}</p>
      </div>
      <p className="text-xs">
        <span className="numbers text-sm">{formatCredits(apiKey.spentThisMonth)}</span>
        {apiKey.monthlyLimit !== null && (
          <>
            <span className="text-muted"> of </span>
            <span className="numbers text-sm">{formatCredits(apiKey.monthlyLimit)}</span>
          </>
        )}
        <span className="text-muted"> credits this month</span>
      </p>
      {apiKey.state !== "revoked" && (
        <div className="flex flex-wrap gap-2">
          <Link to="/keys/$keyId/context" params={{ keyId: apiKey.id }} className={buttonLink.quiet}>
            Context
          </Link>
          <Link to="/history" search={{ of: apiKey.id }} className={buttonLink.quiet}>
            Conversations
          </Link>
          <Button onClick={onEdit}>Edit</Button>
          {isActive && <Button onClick={() => setQuestion("replace")}>Replace</Button>}
          <Button look="danger" onClick={() => setQuestion("revoke")}>
            Revoke
          </Button>
        </div>
      )}
      {question && (
        <Dialog
          isOpen
          onClose={() => setQuestion(undefined)}
          title={questions[question].title}
          text={questions[question].text}
        >
          {act.error && <Failure error={act.error} />}
          <div className="flex gap-2">
            <Button
              look={question === "revoke" ? "danger" : "main"}
              isBusy={act.isPending}
              onClick={() => act.mutate(question)}
            >
              {questions[question].action}
            </Button>
            <Button onClick={() => setQuestion(undefined)}>Keep it</Button>
          </div>
        </Dialog>
      )}
    </li>
  );
}

function describeLimits(key: DashboardKey): string {
  return [
    key.ratePerMinute === null
      ? "the account's rate limit"
      : `${formatCredits(key.ratePerMinute)} calls a minute`,
    key.allowedOperations === null ? "every operation" : `${key.allowedOperations.length} operations`,
    key.expiresAt === null ? "no expiry" : `until ${formatDay(key.expiresAt)}`,
  ].join(" · ");
}
