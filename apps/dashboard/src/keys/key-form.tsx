import type { DashboardKey, DashboardKeySettings } from "@mintwright/api-contract/dashboard";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import type { OfferedOperation } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Failure } from "../ui/states.tsx";

/** Creates a key, or edits the settings of `apiKey`. */
export function KeyForm({
  apiKey,
  operations,
  onClose,
  onCreated,
}: {
  apiKey: DashboardKey | undefined;
  operations: OfferedOperation[];
  onClose: () => void;
  onCreated: (secret: string) => void;
}) {
  const [name, setName] = useState(apiKey?.name ?? "");
  const [rate, setRate] = useState(apiKey ? String(apiKey.ratePerMinute ?? "") : "200");
  const [limit, setLimit] = useState(String(apiKey?.monthlyLimit ?? ""));
  const [expiry, setExpiry] = useState(apiKey?.expiresAt?.slice(0, 10) ?? "");
  const [allowed, setAllowed] = useState<string[] | null>(apiKey?.allowedOperations ?? null);
  const [storesResults, setStoresResults] = useState(apiKey?.storesResults ?? false);
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: async () => {
      const settings: DashboardKeySettings = {
        name,
        ratePerMinute: rate === "" ? null : Number(rate),
        monthlyLimit: limit === "" ? null : Number(limit),
        expiresAt: expiry === "" ? null : new Date(`${expiry}T23:59:59Z`).toISOString(),
        allowedOperations: allowed,
        storesResults,
      };
      if (!apiKey) return (await call("POST /keys", { body: settings })).key;
      await call("PUT /keys/{keyId}", { params: { keyId: apiKey.id }, body: settings });
      return undefined;
    },
    onSuccess: async (secret) => {
      onClose();
      if (secret) onCreated(secret);
      await queryClient.invalidateQueries({ queryKey: ["keys"] });
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={apiKey ? "Edit key" : "Create Secret Key"}
      text={apiKey ? "Changes apply from the next request." : "Leave a limit empty for no limit."}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        {!apiKey && (
          <p className="rounded-md border border-line bg-amber-soft px-4 py-3">
            <strong className="font-medium text-amber">Use keys only on your server.</strong> Never put a key
            in an app, a web page or public code: anyone who has it can spend your credits.
          </p>
        )}
        <Field
          label="Name"
          required
          maxLength={64}
          placeholder="For example: web shop"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Requests per minute"
            type="number"
            min={1}
            max={1_000_000}
            placeholder="Account limit"
            value={rate}
            onChange={(event) => setRate(event.target.value)}
          />
          <Field
            label="Credits per month"
            type="number"
            min={0.01}
            step={0.01}
            placeholder="No limit"
            value={limit}
            onChange={(event) => setLimit(event.target.value)}
          />
        </div>
        <Field
          label="Expires on"
          type="date"
          hint="The key stops working at the end of that day (UTC)."
          value={expiry}
          onChange={(event) => setExpiry(event.target.value)}
        />
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            className="mt-0.5 size-4 accent-accent"
            checked={storesResults}
            onChange={(event) => setStoresResults(event.target.checked)}
          />
          <span>
            Store results in the library
            <span className="block text-muted text-xs">
              Images, contracts and audits of this key. A request can also ask for it with “Prefer: store”.
            </span>
          </span>
        </label>
        <AllowedOperations operations={operations} allowed={allowed} onChange={setAllowed} />
        {save.error && <Failure error={save.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" type="submit" isBusy={save.isPending} disabled={allowed?.length === 0}>
            {apiKey ? "Save" : "Create key"}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function AllowedOperations({
  operations,
  allowed,
  onChange,
}: {
  operations: OfferedOperation[];
  allowed: string[] | null;
  onChange: (allowed: string[] | null) => void;
}) {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const idsOf = (tag: string) => operations.filter((operation) => operation.tag === tag).map(({ id }) => id);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">Allowed operations</legend>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={allowed === null}
          onChange={(event) => onChange(event.target.checked ? null : [])}
        />
        All operations, including future ones
      </label>
      {allowed && (
        <div className="grid grid-cols-2 gap-2 pl-6">
          {tags.map((tag) => {
            const ids = idsOf(tag);
            const isChecked = ids.every((id) => allowed.includes(id));
            const others = allowed.filter((id) => !ids.includes(id));
            return (
              <label key={tag} className="flex items-center gap-2">
                <input
                  type="checkbox"
                  className="size-4 accent-accent"
                  checked={isChecked}
                  onChange={() => onChange(isChecked ? others : [...others, ...ids])}
                />
                {tag}
              </label>
            );
          })}
        </div>
      )}
    </fieldset>
  );
}
