import type { CollectionDetail } from "@mintwright/api-contract/dashboard";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Failure } from "../ui/states.tsx";

export function RenameCollection({ collection }: { collection: CollectionDetail }) {
  const { collectionId } = collection;
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  const queryClient = useQueryClient();
  const close = () => setOpen(false);
  const rename = useMutation({
    mutationFn: () =>
      call("PUT /operations/nft/collections/{collectionId}", {
        params: { collectionId },
        body: { name: name.trim() || null },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["collections"] });
      close();
    },
  });
  return (
    <>
      <Button
        onClick={() => {
          setName(collection.name ?? "");
          setOpen(true);
        }}
      >
        Rename
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title="Rename collection"
        text="The name is shown in your lists. Tokens get their names when you add metadata."
      >
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            rename.mutate();
          }}
        >
          <Field
            label="Name"
            hint="Leave it empty to show the prompt."
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          {rename.error && <Failure error={rename.error} />}
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
            <Button look="main" type="submit" isBusy={rename.isPending}>
              Save name
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  );
}
