import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Panel } from "../ui/page.tsx";
import { Failure } from "../ui/states.tsx";

const phrase = "delete my account";

/** Deletes the organisation that the session uses. */
export function DeleteAccount({ name, hasPassword }: { name: string; hasPassword: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState("");
  const [password, setPassword] = useState("");
  const remove = useMutation({
    mutationFn: async () => {
      if (typed !== phrase) throw new Error(`Type "${phrase}" to confirm.`);
      await call("POST /account/delete", {
        body: { confirmation: phrase, ...(hasPassword && { password }) },
      });
    },
    onSuccess: () => window.location.assign("/dashboard/sign-in"),
  });
  return (
    <Panel title="Delete account">
      <div className="flex flex-wrap items-center justify-between gap-4 p-4">
        <p className="max-w-prose text-muted">
          Deletes {name} with its keys, credits, ledger, collections, library and conversations. Members lose
          access. This cannot be undone.
        </p>
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete account
        </Button>
      </div>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Delete your account?"
        text={`This deletes ${name} with all unspent credits. This cannot be undone.`}
      >
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            remove.mutate();
          }}
        >
          <Field
            label={`Type "${phrase}" to confirm`}
            required
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          {hasPassword && (
            <Field
              label="Password"
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
          {remove.error && <Failure error={remove.error} />}
          <DialogActions>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button look="danger" type="submit" isBusy={remove.isPending}>
              Delete account
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </Panel>
  );
}
