import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { operations } from "../api/operations.ts";
import { Button } from "../ui/button.tsx";
import { useSettled } from "../ui/form.tsx";
import { formatCredits } from "../ui/format.ts";
import { Failure } from "../ui/states.tsx";
import { type Draft, toImageFields } from "./draft.ts";

/** Paints one image of the draft, so that nobody buys a thousand unseen. */
export function SampleImage({ draft }: { draft: Draft }) {
  const queryClient = useQueryClient();
  const picture = useSettled(toImageFields(draft));
  const isAskable = picture.prompt.trim() !== "";
  const price = useQuery({
    queryKey: ["price", "sample", picture],
    queryFn: ({ signal }) => operations.images.generate(picture, { dryRun: true, signal }),
    enabled: isAskable,
    retry: false,
  });
  const sample = useMutation({
    mutationFn: async () => {
      const { bytes, contentType } = await operations.images.generate(toImageFields(draft), {
        format: "webp",
      });
      return URL.createObjectURL(new Blob([bytes], { type: contentType }));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["credits"] }),
  });
  const address = sample.data;
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex aspect-square items-center justify-center overflow-hidden rounded-md border border-line bg-sunken">
        {address ? (
          <img src={address} alt="A sample of the collection" className="size-full object-contain" />
        ) : (
          <p className="max-w-56 p-4 text-center text-muted">
            {sample.isPending ? "Painting…" : "See one image before you make them all."}
          </p>
        )}
      </div>
      {sample.error && <Failure error={sample.error} />}
      <Button disabled={!isAskable} isBusy={sample.isPending} onClick={() => sample.mutate()}>
        {address ? "Try another" : "Try one"}
        {price.data &&
          ` · ${formatCredits(price.data.price)} ${price.data.price === 1 ? "credit" : "credits"}`}
      </Button>
    </div>
  );
}
