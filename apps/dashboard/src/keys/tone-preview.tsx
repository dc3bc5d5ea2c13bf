import type { CustomContext } from "@mintwright/api-contract";
import type { ChatQuestion } from "@mintwright/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { operations } from "../api/operations.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { formatCredits } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { Failure } from "../ui/states.tsx";

const sampleQuestion = "Who are you, and how can you help me?";

/** Asks the assistant with the context in the form, before it is saved. */
export function TonePreview({ readContext }: { readContext: () => CustomContext }) {
  const [question, setQuestion] = useState(sampleQuestion);
  const [answer, setAnswer] = useState("");
  const queryClient = useQueryClient();
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);
  const price = useQuery({
    queryKey: ["price", "preview"],
    queryFn: async () => (await operations.chat.ask({ question: sampleQuestion }, { dryRun: true })).price,
    staleTime: 300_000,
  });
  const ask = useMutation({
    mutationFn: async () => {
      asking.current?.abort();
      asking.current = new AbortController();
      setAnswer("");
      const stream = operations.chat.stream(
        {
          question,
          useCustomContext: true,
          contextInjection: readContext() as NonNullable<ChatQuestion["contextInjection"]>,
        },
        { signal: asking.current.signal },
      );
      for await (const piece of stream) setAnswer((text) => text + piece);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["credits"] }),
  });
  return (
    <Panel title="Preview">
      <div className="flex flex-col gap-4 p-4">
        <TextField
          label="Ask the assistant"
          hint="The answer uses the values in this form, including unsaved changes."
          rows={2}
          maxLength={1_000}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
        <div>
          <Button
            onClick={() => ask.mutate()}
            isBusy={ask.isPending}
            disabled={question.trim() === "" || price.data === undefined}
          >
            {ask.isPending ? "Answering…" : "Preview"}
            {price.data !== undefined && ` · ${formatPrice(price.data)}`}
          </Button>
        </div>
        {(price.error ?? ask.error) && <Failure error={(price.error ?? ask.error) as Error} />}
        {(answer || ask.isPending) && (
          <section
            aria-label="Answer"
            aria-live="polite"
            aria-busy={ask.isPending}
            className="min-h-16 whitespace-pre-wrap break-words rounded-md bg-sunken p-4"
          >
            {answer || <span className="text-muted">Thinking…</span>}
          </section>
        )}
      </div>
    </Panel>
  );
}

const formatPrice = (price: number) => `${formatCredits(price)} ${price === 1 ? "credit" : "credits"}`;
