import type { RequestBodies, RequestLog } from "@mintwright/api-contract/dashboard";
import { useNavigate } from "@tanstack/react-router";
import type { AuditWorkspace } from "../playground/audit/audit-workspace.ts";
import { leaveKeptState, useLeaveState } from "../playground/tab-state.ts";
import { Button } from "../ui/button.tsx";
import { planRun } from "./plan-run.ts";

/** Opens the playground with the fields of a logged request, or with its model alone when the body is not stored. */
export function RunInPlayground({ log, bodies }: { log: RequestLog; bodies: RequestBodies | undefined }) {
  const navigate = useNavigate();
  const leaveAudit = useLeaveState<AuditWorkspace>("audit");
  const run = planRun(log, bodies);
  if (!run) return null;
  const open = () => {
    switch (run.tool) {
      case "image":
        leaveKeptState("image", run.form);
        return navigate({ to: "/playground/image", search: {} });
      case "assistant":
        leaveKeptState("model", "general_assistant");
        leaveKeptState("question", run.question);
        return navigate({ to: "/playground/assistant", search: {} });
      case "contract":
        leaveKeptState("contract", run.question);
        return navigate({ to: "/playground/contract", search: { item: "new" } });
      case "audit":
        leaveAudit(run.workspace);
        return navigate({ to: "/playground/audit", search: { item: "draft" } });
    }
  };
  return (
    <Button look="main" onClick={() => void open()}>
      Run in playground
    </Button>
  );
}
