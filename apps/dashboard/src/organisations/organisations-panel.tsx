import type { Organisation } from "@mintwright/api-contract/dashboard";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../api/call.ts";
import { useAllowed } from "../api/permissions.ts";
import { sessionQuery } from "../api/queries.ts";
import { Button, buttonLink } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Panel } from "../ui/page.tsx";
import { Failure, LoadingRows, PanelFailure } from "../ui/states.tsx";
import { enterOrganisation, organisationsQuery } from "./queries.ts";
import { roleNames } from "./role-names.ts";

/** The user's organisations: switch, create, rename, leave. */
export function OrganisationsPanel() {
  const allowed = useAllowed();
  const [asking, setAsking] = useState<"create" | "rename" | "leave">();
  const { data, error, refetch, isPending } = useQuery(organisationsQuery);
  const close = () => setAsking(undefined);
  const active = data?.organisations.find(({ isActive }) => isActive);
  return (
    <Panel
      title="Organisations"
      action={<Button onClick={() => setAsking("create")}>New organisation</Button>}
    >
      {error && <PanelFailure error={error} onRetry={refetch} />}
      {isPending && <LoadingRows rows={1} />}
      <ul className="divide-y divide-line">
        {data?.organisations.map((organisation) => (
          <OrganisationRow key={organisation.id} organisation={organisation} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 border-line border-t p-4">
        <Link to="/members" className={buttonLink.quiet}>
          Members
        </Link>
        {allowed("readAuditLog") && (
          <Link to="/audit-log" className={buttonLink.quiet}>
            Audit log
          </Link>
        )}
        {allowed("manageOrganisation") && <Button onClick={() => setAsking("rename")}>Rename</Button>}
        {active && active.role !== "owner" && (
          <Button look="danger" onClick={() => setAsking("leave")}>
            Leave organisation
          </Button>
        )}
      </div>
      {asking === "create" && <NameDialog title="New organisation" onClose={close} />}
      {asking === "rename" && active && (
        <NameDialog title="Rename organisation" renamed={active.name} onClose={close} />
      )}
      {asking === "leave" && active && <LeaveDialog name={active.name} onClose={close} />}
    </Panel>
  );
}

function OrganisationRow({ organisation: { id, name, role, isActive } }: { organisation: Organisation }) {
  const change = useMutation({
    mutationFn: () => call("POST /organisations/{organisationId}/switch", { params: { organisationId: id } }),
    onSuccess: enterOrganisation,
  });
  return (
    <li className="flex items-center gap-4 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="truncate">{name}</p>
        <p className="text-muted text-xs">{roleNames[role]}</p>
        {change.error && <Failure error={change.error} />}
      </div>
      {isActive ? (
        <span className="text-muted text-xs">In use</span>
      ) : (
        <Button isBusy={change.isPending} onClick={() => change.mutate()} aria-label={`Switch to ${name}`}>
          Switch
        </Button>
      )}
    </li>
  );
}

function NameDialog({ title, renamed, onClose }: { title: string; renamed?: string; onClose: () => void }) {
  const [name, setName] = useState(renamed ?? "");
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: async () => {
      if (renamed === undefined) await call("POST /organisations", { body: { name } });
      else await call("PUT /organisation", { body: { name } });
    },
    onSuccess: async () => {
      if (renamed === undefined) return enterOrganisation();
      await queryClient.invalidateQueries({ queryKey: organisationsQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      onClose();
    },
  });
  const text =
    renamed === undefined
      ? "With credits, keys, collections and members of its own. You become its owner."
      : "Members see the new name immediately.";
  return (
    <Dialog isOpen onClose={onClose} title={title} text={text}>
      <Form
        action={renamed === undefined ? "Create organisation" : "Rename"}
        isBusy={save.isPending}
        error={save.error}
        onSubmit={save.mutate}
      >
        <Field
          label="Name"
          required
          maxLength={64}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Form>
    </Dialog>
  );
}

function LeaveDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const leave = useMutation({ mutationFn: () => call("POST /members/leave"), onSuccess: enterOrganisation });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Leave ${name}?`}
      text="You lose access immediately. Only an owner or admin of the organisation can invite you again."
    >
      {leave.error && <Failure error={leave.error} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" isBusy={leave.isPending} onClick={() => leave.mutate()}>
          Leave organisation
        </Button>
      </DialogActions>
    </Dialog>
  );
}
