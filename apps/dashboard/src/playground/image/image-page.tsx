import type { GenerateImageRequest, Price } from "@mintwright/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { operations } from "../../api/operations.ts";
import { itemQuery, libraryKey, newestQuery } from "../../library/library-queries.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/page.tsx";
import { PaidFailure } from "../paid-failure.tsx";
import { PlaygroundFrame } from "../playground-frame.tsx";
import { PriceButton, PriceProblem, usePrice } from "../price.tsx";
import { SnippetPanel } from "../snippet-panel.tsx";
import { useKeptState } from "../tab-state.ts";
import { generateImages, toManyRequest } from "./generate-images.ts";
import { GeneratedImage } from "./generated-image.tsx";
import { ImageForm } from "./image-form.tsx";
import { emptyImageForm, toImageRequest } from "./image-request.ts";
import { ImageStrip } from "./image-strip.tsx";
import { uploadReference } from "./reference.ts";
import { loadBlob, type ShownImage, toStoredImage } from "./shown-image.ts";

const route = getRouteApi("/inside/playground/image");
const maxRecent = 24;

export function ImagePage() {
  const [form, setForm] = useKeptState("image", emptyImageForm);
  const { item: itemId } = route.useSearch();
  const navigate = route.useNavigate();
  const setShownId = (id: string | undefined) => navigate({ search: { item: id }, replace: true });
  const [unstored, setUnstored] = useState<ShownImage[]>([]);
  const newest = useQuery(newestQuery("image", maxRecent));
  const isRecent = newest.data?.some(({ id }) => id === itemId) ?? false;
  const older = useQuery({
    ...itemQuery(itemId ?? ""),
    enabled: itemId !== undefined && newest.data !== undefined && !isRecent,
    retry: false,
  });
  const stored = [...(older.data && !isRecent ? [older.data] : []), ...(newest.data ?? [])];
  const images = [...unstored, ...stored.flatMap(toStoredImage)];
  const shown = images.find(({ id }) => id === itemId) ?? images[0];
  const queryClient = useQueryClient();
  const result = useRef<HTMLDivElement>(null);
  const abort = useRef<AbortController>(undefined);
  const request = toImageRequest(form);
  // The price does not depend on the prompt; a fixed one avoids a request per keystroke.
  const asked = usePrice(
    "image",
    { request: { ...request, prompt: "an image" }, count: form.count },
    askPrice,
  );
  const generate = useMutation({
    mutationFn: () => {
      abort.current = new AbortController();
      return generateImages(request, form.count, abort.current.signal);
    },
    onSuccess: async ({ itemIds, unstored: lost }) => {
      setUnstored([...lost, ...unstored].slice(0, maxRecent));
      await queryClient.invalidateQueries({ queryKey: libraryKey });
      await setShownId(itemIds[0] ?? lost[0]?.id);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["credits"] }),
  });
  const reuse = useMutation({
    mutationFn: async (image: ShownImage) => uploadReference(await loadBlob(image)),
    onSuccess: ({ url }) => setForm({ ...form, reference: url }),
  });
  const isStopped = generate.error?.name === "AbortError";
  const call =
    form.count > 1
      ? ({ tool: "images", input: toManyRequest(request, form.count) } as const)
      : ({ tool: "image", input: { ...request } } as const);
  return (
    <PlaygroundFrame
      tool="Image"
      text="Generate an image from a prompt with the model, size and style you choose."
    >
      <div className="grid gap-6 lg:grid-cols-[22rem_1fr] lg:grid-rows-[auto_1fr]">
        <form
          className="lg:row-span-2"
          onSubmit={(event) => {
            event.preventDefault();
            generate.mutate();
            // On a phone the result is above the form.
            result.current?.scrollIntoView({ block: "nearest" });
          }}
        >
          <ImageForm form={form} onChange={setForm}>
            <div className="flex flex-col gap-2">
              <PriceButton label="Generate" asked={asked} isBusy={generate.isPending} />
              <PriceProblem asked={asked} />
            </div>
          </ImageForm>
        </form>
        <div ref={result} className="min-w-0 scroll-mt-4 max-lg:order-first">
          <Panel>
            <div className="flex flex-col gap-4 p-4">
              {generate.isPending && (
                <Generating width={form.width} height={form.height} onStop={() => abort.current?.abort()} />
              )}
              {generate.error && !generate.isPending && !isStopped && (
                <PaidFailure error={generate.error} onRetry={() => generate.mutate()} />
              )}
              {isStopped && !generate.isPending && (
                <p role="status">Stopped. You are not charged for images that were not delivered.</p>
              )}
              {generate.data?.problems.map((problem, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: messages can repeat
                <p key={index} role="alert" className="text-red text-xs">
                  One image failed and was not charged: {problem}
                </p>
              ))}
              {!generate.isPending && shown && (
                <GeneratedImage
                  image={shown}
                  isBusy={reuse.isPending}
                  onUseAsReference={() => reuse.mutate(shown)}
                  onUseSeed={() => setForm({ ...form, seed: String(shown.seed) })}
                />
              )}
              {reuse.error && <PaidFailure error={reuse.error} />}
              {newest.isPending && <LoadingResult />}
              {!generate.isPending && !shown && !generate.error && !newest.isPending && <EmptyResult />}
            </div>
          </Panel>
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <ImageStrip images={images} shown={shown?.id} onShow={(id) => void setShownId(id)} />
          <SnippetPanel call={call} />
        </div>
      </div>
    </PlaygroundFrame>
  );
}

function askPrice(
  { request, count }: { request: GenerateImageRequest; count: number },
  options: { dryRun: true; signal: AbortSignal },
): Promise<Price> {
  return count > 1
    ? operations.images.generateMany(toManyRequest(request, count), options)
    : operations.images.generate(request, options);
}

/** As tall as an image with its buttons, so that the form below does not move when they arrive. */
function LoadingResult() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Loading</span>
      <div className="mx-auto aspect-square w-full max-w-[70vh] animate-pulse rounded-md bg-sunken" />
      <div className="h-48 lg:h-28" />
    </div>
  );
}

function EmptyResult() {
  return (
    <div className="flex flex-col items-center justify-center gap-1 p-2 text-center sm:p-6 lg:min-h-[34rem]">
      <p className="font-medium">Your image appears here</p>
      <p className="max-w-prose text-muted">
        Enter a prompt. The button shows the price. Failed images are not charged.
      </p>
    </div>
  );
}

function Generating({ width, height, onStop }: { width: number; height: number; onStop: () => void }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((passed) => passed + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div role="status" className="flex flex-col gap-3">
      <div
        className="mx-auto max-h-[70vh] w-full max-w-full animate-pulse rounded-md bg-sunken"
        style={{ aspectRatio: `${width} / ${height}` }}
      />
      <div className="flex items-center justify-between gap-3">
        <p className="text-muted">
          Generating… <span className="numbers">{seconds} s</span>
        </p>
        <Button onClick={onStop}>Stop</Button>
      </div>
    </div>
  );
}
