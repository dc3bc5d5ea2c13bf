import type { Member } from "@mintwright/api-contract/dashboard";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { useAllowed } from "../api/permissions.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { InlineChoice } from "../ui/field.tsx";
import { formatAgo } from "../ui/format.ts";
import { Failure } from "../ui/states.tsx";
import { membersQuery } from "./queries.ts";
import { roleNames, roleOptions } from "./role-names.ts";

const confirmations = {
  remove: {
    title: "Remove this member?",
    text: "They lose access immediately. Keys that they created keep working.",
    action: "Remove member",
  },
  transfer: {
    title: "Transfer the ownership?",
    text: "This member becomes the owner, and you become an admin. Only the new owner can undo this.",
    action: "Transfer ownership",
  },
};

export function MemberRow({ member }: { member: Member }) {
  const [confirming, setConfirming] = useState<keyof typeof confirmations>();
  const allowed = useAllowed();
  const queryClient = useQueryClient();
  const params = { memberId: member.id };
  const act = useMutation({
    mutationFn: (action: keyof typeof confirmations) =>
      action === "remove"
        ? call("DELETE /members/{memberId}", { params })
        : call("POST /members/{memberId}/make-owner", { params }),
    onSuccess: async () => {
      setConfirming(undefined);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ["session"] }),
        queryClient.invalidateQueries({ queryKey: membersQuery.queryKey }),
      ]);
    },
  });
  const change = useMutation({
    mutationFn: (role: (typeof roleOptions)[number][0]) =>
      call("PUT /members/{memberId}", { params, body: { role } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: membersQuery.queryKey }),
  });
  const { role } = member;
  const canManage = allowed("manageMembers") && role !== "owner" && !member.isYou;
  const name = member.email ?? member.name;
  return (
    <li className="flex flex-col gap-3 px-4 py-3 md:flex-row md:items-center">
      <div className="min-w-0 flex-1">
        <p className="truncate">
          {name}
          {member.isYou && <span className="text-muted text-xs"> · you</span>}
        </p>
        <p className="text-muted text-xs">
          {member.lastSeenAt ? `last active ${formatAgo(member.lastSeenAt)}` : "not signed in"} · joined{" "}
          {formatAgo(member.joinedAt)}
        </p>
        {change.error && <Failure error={change.error} />}
      </div>
      {canManage ? (
        <InlineChoice label="Role" value={role} onChange={change.mutate} options={roleOptions} />
      ) : (
        <span className="text-muted text-xs">{roleNames[role]}</span>
      )}
      {canManage && (
        <div className="flex flex-wrap gap-2">
          {allowed("transferOrDelete") && (
            <Button onClick={() => setConfirming("transfer")} aria-label={`Make owner: ${name}`}>
              Make owner
            </Button>
          )}
          <Button look="danger" onClick={() => setConfirming("remove")} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        </div>
      )}
      {confirming && (
        <Dialog isOpen onClose={() => setConfirming(undefined)} {...confirmations[confirming]}>
          <p className="break-words font-medium">{name}</p>
          {act.error && <Failure error={act.error} />}
          <DialogActions>
            <Button onClick={() => setConfirming(undefined)}>Cancel</Button>
            <Button look="danger" isBusy={act.isPending} onClick={() => act.mutate(confirming)}>
              {confirmations[confirming].action}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </li>
  );
}
