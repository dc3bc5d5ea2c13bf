import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Choice, Field } from "../ui/field.tsx";
import { Panel } from "../ui/page.tsx";
import { Failure } from "../ui/states.tsx";
import { membersQuery } from "./queries.ts";
import { type GivenRole, roleOptions, roleTexts } from "./role-names.ts";

export function InviteForm() {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<GivenRole>("developer");
  const queryClient = useQueryClient();
  const invite = useMutation({
    mutationFn: () => call("POST /invitations", { body: { email, role } }),
    onSuccess: async () => {
      setEmail("");
      await queryClient.invalidateQueries({ queryKey: membersQuery.queryKey });
    },
  });
  return (
    <Panel title="Invite a member">
      <form
        className="flex flex-col gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate();
        }}
      >
        <div className="grid gap-4 sm:grid-cols-[1fr_12rem]">
          <Field
            label="Email"
            type="email"
            required
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Choice label="Role" value={role} onChange={setRole} options={roleOptions} />
        </div>
        <p className="text-muted">{roleTexts[role]}</p>
        {invite.error && <Failure error={invite.error} />}
        <div className="flex flex-wrap items-center gap-3">
          <Button look="main" type="submit" isBusy={invite.isPending}>
            Send invitation
          </Button>
          <p role="status">{invite.isSuccess ? "We've sent an email with the invitation." : ""}</p>
        </div>
      </form>
    </Panel>
  );
}
