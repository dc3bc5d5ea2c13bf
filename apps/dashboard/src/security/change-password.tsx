import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { PasswordField } from "../sign-in/credential-fields.tsx";
import { Form } from "../ui/form.tsx";
import { Panel } from "../ui/page.tsx";

export function ChangePassword() {
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNew] = useState("");
  const change = useMutation({
    mutationFn: () =>
      call("POST /auth/change-password", {
        body: { currentPassword, newPassword, revokeOtherSessions: true },
      }),
    onSuccess: () => {
      setCurrent("");
      setNew("");
    },
  });
  return (
    <Panel title="Password">
      <div className="flex max-w-md flex-col gap-4 p-4">
        <Form
          action="Change password"
          look="quiet"
          isBusy={change.isPending}
          error={change.error}
          onSubmit={change.mutate}
        >
          <PasswordField label="Current password" value={currentPassword} onChange={setCurrent} />
          <PasswordField isNew label="New password" value={newPassword} onChange={setNew} />
        </Form>
        <p role="status">{change.isSuccess ? "Password changed. All other sessions were signed out." : ""}</p>
      </div>
    </Panel>
  );
}
