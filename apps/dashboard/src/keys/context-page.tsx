import type { CustomContext } from "@mintwright/api-contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../api/call.ts";
import { keysQuery } from "../api/queries.ts";
import { Page } from "../ui/page.tsx";
import { Failure, LoadingRows } from "../ui/states.tsx";
import { ContextForm } from "./context-form.tsx";

export function ContextPage() {
  const { keyId } = useParams({ from: "/inside/keys/$keyId/context" });
  const queryClient = useQueryClient();
  const queryKey = ["context", keyId];
  const params = { keyId };
  const keys = useQuery(keysQuery);
  const saved = useQuery({ queryKey, queryFn: () => call("GET /keys/{keyId}/context", { params }) });
  const [message, setMessage] = useState("");
  const save = useMutation({
    mutationFn: (context: CustomContext | null) =>
      context
        ? call("PUT /keys/{keyId}/context", { params, body: context })
        : call("DELETE /keys/{keyId}/context", { params }),
    onSuccess: (answer) => {
      queryClient.setQueryData(queryKey, answer);
      setMessage(
        answer.context ? "Saved. The assistant uses it from the next question." : "Context deleted.",
      );
    },
  });
  const name = keys.data?.keys.find((key) => key.id === keyId)?.name ?? "this key";
  return (
    <Page
      title="Saved context"
      text={`Project facts and tone that the assistant uses for requests with ${name}.`}
    >
      {saved.error && <Failure error={saved.error} onRetry={saved.refetch} />}
      {saved.isPending && <LoadingRows rows={5} />}
      {saved.data && (
        <ContextForm
          key={JSON.stringify(saved.data.context)}
          context={saved.data.context ?? {}}
          hasSaved={saved.data.context !== null}
          message={message}
          isBusy={save.isPending}
          onSave={save.mutate}
        />
      )}
      {save.error && <Failure error={save.error} />}
    </Page>
  );
}
