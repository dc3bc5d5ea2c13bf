import type { DashboardKey } from "@mintwright/api-contract/dashboard";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../api/call.ts";
import { useAllowed } from "../api/permissions.ts";
import { Button, buttonLink } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { formatCredits, formatDay, formatMoment } from "../ui/format.ts";
import { Menu } from "../ui/menu.tsx";
import { Failure } from "../ui/states.tsx";
import { showToast } from "../ui/toast.ts";

const confirmations = {
  revoke: {
    title: "Revoke this key?",
    text: "Requests with this key fail immediately. This cannot be undone.",
    action: "Revoke key",
  },
  replace: {
    title: "Replace this key?",
    text: "You get a new secret key and the old one stops working immediately. Name, limits, saved context and history stay.",
    action: "Replace key",
  },
};

export function KeyRow({
  apiKey,
  onEdit,
  onReplaced,
}: {
  apiKey: DashboardKey;
  onEdit: () => void;
  onReplaced: (secret: string) => void;
}) {
  const [confirming, setConfirming] = useState<keyof typeof confirmations>();
  const allowed = useAllowed();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const act = useMutation({
    mutationFn: async (action: keyof typeof confirmations) => {
      const params = { keyId: apiKey.id };
      if (action === "replace") return (await call("POST /keys/{keyId}/replace", { params })).key;
      await call("POST /keys/{keyId}/revoke", { params });
      return undefined;
    },
    onSuccess: async (secret) => {
      setConfirming(undefined);
      if (secret) onReplaced(secret);
      else showToast(`${apiKey.name} is revoked.`);
      await queryClient.invalidateQueries({ queryKey: ["keys"] });
    },
  });
  const isActive = apiKey.state === "active";
  const actions = [
    { name: "Edit", onSelect: onEdit },
    {
      name: "Conversations",
      onSelect: () => void navigate({ to: "/history", search: { of: apiKey.id } }),
    },
    ...(isActive ? [{ name: "Replace", onSelect: () => setConfirming("replace") }] : []),
    { name: "Revoke", onSelect: () => setConfirming("revoke"), isDangerous: true },
  ];
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
      {allowed("manageKeys") && apiKey.state !== "revoked" && (
        <div className="flex gap-2">
          <Link to="/keys/$keyId/context" params={{ keyId: apiKey.id }} className={buttonLink.quiet}>
            Context
          </Link>
          <Menu label={`More actions for ${apiKey.name}`} actions={actions} />
        </div>
      )}
      {confirming && (
        <Dialog
          isOpen
          onClose={() => setConfirming(undefined)}
          title={confirmations[confirming].title}
          text={confirmations[confirming].text}
        >
          {act.error && <Failure error={act.error} />}
          <DialogActions>
            <Button onClick={() => setConfirming(undefined)}>Cancel</Button>
            <Button
              look={confirming === "revoke" ? "danger" : "main"}
              isBusy={act.isPending}
              onClick={() => act.mutate(confirming)}
            >
              {confirmations[confirming].action}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </li>
  );
}

function describeLimits(key: DashboardKey): string {
  return [
    key.ratePerMinute === null
      ? "account rate limit"
      : `${formatCredits(key.ratePerMinute)} requests per minute`,
    key.allowedOperations === null ? "all operations" : `${key.allowedOperations.length} operations`,
    key.expiresAt === null ? "no expiry" : `expires ${formatDay(key.expiresAt)}`,
  ].join(" · ");
}
