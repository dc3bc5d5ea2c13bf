import type { GenerateImageRequest, Price } from "@mintwright/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { operations } from "../../api/operations.ts";
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
import { useRecentImages } from "./recent-images.ts";
import { uploadReference } from "./reference.ts";

/** Paints pictures and shows what they cost before. */
export function ImagePage() {
  const [form, setForm] = useKeptState("image", emptyImageForm);
  const pictures = useRecentImages();
  const [shownId, setShownId] = useState<string>();
  const shown = pictures.find(({ id }) => id === shownId) ?? pictures[0];
  const queryClient = useQueryClient();
  const canvas = useRef<HTMLDivElement>(null);
  const abort = useRef<AbortController>(undefined);
  const request = toImageRequest(form);
  // The words do not change the price, and every change of what does is a call.
  const asked = usePrice(
    "image",
    { request: { ...request, prompt: "a picture" }, count: form.count },
    askPrice,
  );
  const make = useMutation({
    mutationFn: () => {
      abort.current = new AbortController();
      return generateImages(request, form.count, abort.current.signal);
    },
    onSuccess: ({ pictures: [first] }) => setShownId(first?.id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["credits"] }),
  });
  const reuse = useMutation({
    mutationFn: uploadReference,
    onSuccess: ({ url }) => setForm({ ...form, reference: url }),
  });
  const isStopped = make.error?.name === "AbortError";
  const call =
    form.count > 1
      ? ({ tool: "images", input: toManyRequest(request, form.count) } as const)
      : ({ tool: "image", input: { ...request } } as const);
  return (
    <PlaygroundFrame tool="Image" text="A picture from words, in the model, size and style you choose.">
      <div className="grid gap-6 lg:grid-cols-[22rem_1fr]">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            make.mutate();
            // On a phone the canvas is far below the button.
            canvas.current?.scrollIntoView({ block: "nearest" });
          }}
        >
          <ImageForm form={form} onChange={setForm}>
            <div className="flex flex-col gap-2">
              <PriceButton label="Generate" asked={asked} isBusy={make.isPending} />
              <PriceProblem asked={asked} />
            </div>
          </ImageForm>
        </form>
        <div ref={canvas} className="flex min-w-0 flex-col gap-6">
          <Panel>
            <div className="flex flex-col gap-4 p-4">
              {make.isPending && (
                <Painting width={form.width} height={form.height} onStop={() => abort.current?.abort()} />
              )}
              {make.error && !make.isPending && !isStopped && (
                <PaidFailure error={make.error} onRetry={() => make.mutate()} />
              )}
              {isStopped && !make.isPending && (
                <p role="status">Stopped. What is not delivered is not charged.</p>
              )}
              {make.data?.problems.map((problem, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the sentences may be the same
                <p key={index} role="alert" className="text-red text-xs">
                  One picture is missing and not charged: {problem}
                </p>
              ))}
              {!make.isPending && shown && (
                <GeneratedImage
                  picture={shown}
                  isBusy={reuse.isPending}
                  onUseAsReference={() => reuse.mutate(shown.blob)}
                  onUseSeed={() => setForm({ ...form, seed: String(shown.seed) })}
                />
              )}
              {reuse.error && <PaidFailure error={reuse.error} />}
              {!make.isPending && !shown && !make.error && <EmptyCanvas />}
            </div>
          </Panel>
          <ImageStrip pictures={pictures} shown={shown?.id} onShow={setShownId} />
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

function EmptyCanvas() {
  return (
    <div className="flex min-h-64 flex-col items-center justify-center gap-1 p-6 text-center lg:min-h-[34rem]">
      <p className="font-medium">Your picture appears here</p>
      <p className="max-w-prose text-muted">
        Say what to paint. The button tells the price; what cannot be made costs nothing.
      </p>
    </div>
  );
}

function Painting({ width, height, onStop }: { width: number; height: number; onStop: () => void }) {
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
          Painting… <span className="numbers">{seconds} s</span>
        </p>
        <Button onClick={onStop}>Stop</Button>
      </div>
    </div>
  );
}
