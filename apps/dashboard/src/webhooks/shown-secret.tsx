import { CopyButton } from "../ui/copy-button.tsx";
import { formatMoment } from "../ui/format.ts";
import type { SigningSecret } from "./webhook-queries.ts";

export function ShownSecret({ secret: { secret, previousSecretValidUntil } }: { secret: SigningSecret }) {
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="numbers break-all">{secret}</p>
      <CopyButton text={secret} label="Copy secret" />
      {previousSecretValidUntil && (
        <p role="status" className="text-muted">
          The previous secret is valid until {formatMoment(previousSecretValidUntil)}.
        </p>
      )}
    </div>
  );
}
