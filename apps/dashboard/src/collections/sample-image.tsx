import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { operations } from "../api/operations.ts";
import { Button } from "../ui/button.tsx";
import { useSettled } from "../ui/form.tsx";
import { formatCredits } from "../ui/format.ts";
import { Failure } from "../ui/states.tsx";
import { type Draft, toImageFields } from "./draft.ts";

/** Generates one image of the draft before the whole collection is paid for. */
export function SampleImage({ draft }: { draft: Draft }) {
  const queryClient = useQueryClient();
  const fields = useSettled(toImageFields(draft));
  const hasPrompt = fields.prompt.trim() !== "";
  const price = useQuery({
    queryKey: ["price", "sample", fields],
    queryFn: ({ signal }) => operations.images.generate(fields, { dryRun: true, signal }),
    enabled: hasPrompt,
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
          <img src={address} alt="Sample of the collection" className="size-full object-contain" />
        ) : (
          <p className="max-w-56 p-4 text-center text-muted">
            {sample.isPending ? "Generating…" : "Generate one sample before you create the collection."}
          </p>
        )}
      </div>
      {sample.error && <Failure error={sample.error} />}
      <Button disabled={!hasPrompt} isBusy={sample.isPending} onClick={() => sample.mutate()}>
        {address ? "Generate another sample" : "Generate sample"}
        {price.data &&
          ` · ${formatCredits(price.data.price)} ${price.data.price === 1 ? "credit" : "credits"}`}
      </Button>
    </div>
  );
}
