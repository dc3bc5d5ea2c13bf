import type { OwnedDrop } from "@mintwright/api-contract/dashboard";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Choice } from "../ui/field.tsx";
import { formatCount } from "../ui/format.ts";
import { Failure } from "../ui/states.tsx";
import { readAllowList } from "./drop-draft.ts";
import { ownDropQuery } from "./drop-queries.ts";
import { sendTerms } from "./send-terms.ts";
import { findTermsDraftGap, startTermsDraft, type TermsDraft, toChange } from "./terms-draft.ts";
import { AllowListField, PriceAndLimitFields, StartField } from "./terms-fields.tsx";

/** Changes the terms of a sale, or opens a closed one again. */
export function ChangeTerms({ collectionId, drop }: { collectionId: string; drop: OwnedDrop }) {
  const { currency, terms } = drop;
  const name = terms.startsAt === null ? "Open sale" : "Change terms";
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<TermsDraft>();
  const close = () => {
    setDraft(undefined);
    save.reset();
  };
  const save = useMutation({
    mutationFn: async (wanted: TermsDraft) => {
      const { wallets: allowList = [] } = readAllowList(wanted.allowList);
      const params = { collectionId };
      await sendTerms(drop, async () => {
        if (wanted.who !== "newList") return toChange(wanted, drop, undefined);
        const body = { allowList };
        const { root } = await call("POST /collections/{collectionId}/drop/allow-list", { params, body });
        return toChange(wanted, drop, root);
      });
      await queryClient.invalidateQueries(ownDropQuery(collectionId));
      close();
    },
  });
  const change = (part: Partial<TermsDraft>) => setDraft((last) => last && { ...last, ...part });
  const gap = draft && findTermsDraftGap(draft);
  return (
    <>
      <Button onClick={() => setDraft(startTermsDraft(drop))}>{name}</Button>
      <Dialog
        isOpen={draft !== undefined}
        onClose={close}
        title={name}
        text="The terms hold for every later claim. Tokens that wallets have claimed count toward the new limit."
      >
        {draft && (
          <form
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              save.mutate(draft);
            }}
          >
            <div className="grid gap-4 sm:grid-cols-2">
              <PriceAndLimitFields terms={draft} onChange={change} currency={currency} />
            </div>
            <StartField terms={draft} onChange={change} />
            <Choice
              label="Who may claim"
              value={draft.who}
              onChange={(who) => change({ who })}
              options={[
                ["everyone", "Every wallet"],
                ...(terms.allowList ? [["sameList", describeList(terms.allowList.wallets)] as const] : []),
                ["newList", "Wallets on a new list"],
              ]}
            />
            {draft.who === "newList" && (
              <AllowListField
                terms={draft}
                onChange={change}
                hint={draft.allowList === "" ? "One address per line." : undefined}
              />
            )}
            {save.error && <Failure error={save.error} />}
            <p className="text-muted text-xs" role="status">
              {gap ?? "Your wallet asks you to confirm once and pays the gas."}
            </p>
            <div className="flex justify-end gap-2">
              <Button onClick={close}>Cancel</Button>
              <Button look="main" type="submit" disabled={gap !== undefined} isBusy={save.isPending}>
                {name}
              </Button>
            </div>
          </form>
        )}
      </Dialog>
    </>
  );
}

const describeList = (wallets: number | null) =>
  wallets === null ? "Wallets on the present list" : `The ${formatCount(wallets, "wallet")} on the list`;
