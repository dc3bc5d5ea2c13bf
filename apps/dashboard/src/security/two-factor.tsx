import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type AnswerOf, call } from "../api/call.ts";
import { sessionQuery } from "../api/queries.ts";
import { PasswordField } from "../sign-in/credential-fields.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { Panel } from "../ui/page.tsx";
import { Status } from "../ui/states.tsx";
import { CodeField } from "./code-field.tsx";
import { QrCode } from "./qr-code.tsx";

type Enrolment = AnswerOf<"POST /auth/two-factor/enable">;

/** Turns two-factor authentication on and off. */
export function TwoFactor({ isOn }: { isOn: boolean }) {
  const [asking, setAsking] = useState<"enable" | "disable" | "codes">();
  const close = () => setAsking(undefined);
  return (
    <Panel
      title="Two-factor authentication"
      action={<Status state={isOn ? "ok" : "neutral"}>{isOn ? "On" : "Off"}</Status>}
    >
      <div className="flex flex-wrap items-center justify-between gap-4 p-4">
        <p className="max-w-prose text-muted">
          Signing in with your password also asks for a code from an authenticator app. Passkeys and wallets
          need no code.
        </p>
        <div className="flex flex-wrap gap-2">
          {isOn && <Button onClick={() => setAsking("codes")}>New backup codes</Button>}
          {isOn ? (
            <Button look="danger" onClick={() => setAsking("disable")}>
              Turn off
            </Button>
          ) : (
            <Button onClick={() => setAsking("enable")}>Turn on</Button>
          )}
        </div>
      </div>
      {asking === "enable" && <EnableDialog onClose={close} />}
      {asking === "disable" && <DisableDialog onClose={close} />}
      {asking === "codes" && <CodesDialog onClose={close} />}
    </Panel>
  );
}

function EnableDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const queryClient = useQueryClient();
  const begin = useMutation({
    mutationFn: () => call("POST /auth/two-factor/enable", { body: { password } }),
    onSuccess: setEnrolment,
  });
  const verify = useMutation({
    mutationFn: () => call("POST /auth/two-factor/verify-totp", { body: { code } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      onClose();
    },
  });
  const text = enrolment
    ? "Scan the QR code with your authenticator app, store the backup codes, then enter the code that the app shows."
    : "Enter your password to begin.";
  return (
    <Dialog isOpen onClose={onClose} title="Turn on two-factor authentication" text={text}>
      {enrolment ? (
        <Form
          action="Verify and turn on"
          isBusy={verify.isPending}
          error={verify.error}
          onSubmit={verify.mutate}
        >
          <QrCode text={enrolment.totpURI} />
          <div className="flex flex-wrap items-center gap-2">
            <span className="text-muted text-xs">Cannot scan it?</span>
            <CopyButton text={readSecret(enrolment.totpURI)} label="Copy setup key" />
          </div>
          <BackupCodes codes={enrolment.backupCodes} />
          <CodeField label="Code" value={code} onChange={setCode} />
        </Form>
      ) : (
        <Form action="Continue" isBusy={begin.isPending} error={begin.error} onSubmit={begin.mutate}>
          <PasswordField value={password} onChange={setPassword} />
        </Form>
      )}
    </Dialog>
  );
}

function DisableDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState("");
  const queryClient = useQueryClient();
  const disable = useMutation({
    mutationFn: () => call("POST /auth/two-factor/disable", { body: { password } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Turn off two-factor authentication?"
      text="The password alone is then enough to sign in. The backup codes stop working."
    >
      <Form action="Turn off" isBusy={disable.isPending} error={disable.error} onSubmit={disable.mutate}>
        <PasswordField value={password} onChange={setPassword} />
      </Form>
    </Dialog>
  );
}

function CodesDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState("");
  const create = useMutation({
    mutationFn: () => call("POST /auth/two-factor/generate-backup-codes", { body: { password } }),
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="New backup codes"
      text="The codes that you have stop working. Each new one works once."
    >
      {create.data ? (
        <>
          <BackupCodes codes={create.data.backupCodes} />
          <div className="flex justify-end">
            <Button look="main" onClick={onClose}>
              Done
            </Button>
          </div>
        </>
      ) : (
        <Form action="Create codes" isBusy={create.isPending} error={create.error} onSubmit={create.mutate}>
          <PasswordField value={password} onChange={setPassword} />
        </Form>
      )}
    </Dialog>
  );
}

function BackupCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium">Backup codes</p>
      <p className="text-muted text-xs">Each works once instead of a code, if you lose your device.</p>
      <ul className="numbers grid grid-cols-2 gap-1 rounded-md bg-sunken p-3 text-xs">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div>
        <CopyButton text={codes.join("\n")} label="Copy backup codes" />
      </div>
    </div>
  );
}

const readSecret = (uri: string) => new URL(uri).searchParams.get("secret") ?? "";
