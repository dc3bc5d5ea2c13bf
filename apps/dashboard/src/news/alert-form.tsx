import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { operations } from "../api/operations.ts";
import { Button } from "../ui/button.tsx";
import { Choice, Field } from "../ui/field.tsx";
import { Failure } from "../ui/states.tsx";
import { newsChoices } from "./news-names.ts";
import type { NewsSearch } from "./news-search.ts";

/** Creates a news alert. Starts with the filter of the news page. */
export function AlertForm({ search, onCreated }: { search: NewsSearch; onCreated: () => Promise<void> }) {
  const [ids, setIds] = useState({
    category: String(search.category ?? ""),
    network: String(search.network ?? ""),
    token: String(search.token ?? ""),
  });
  const [words, setWords] = useState(search.words ?? "");
  const [webhookUrl, setWebhookUrl] = useState("");
  const create = useMutation({
    mutationFn: async () => {
      await operations.news.alerts.create({
        ...(ids.category && { categoryId: [Number(ids.category)] }),
        ...(ids.network && { subCategoryId: [Number(ids.network)] }),
        ...(ids.token && { tokenId: [Number(ids.token)] }),
        ...(words.trim() && { searchQuery: words.trim() }),
        webhookUrl,
      });
    },
    onSuccess: async () => {
      setWebhookUrl("");
      await onCreated();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 p-4">
      <div className="grid gap-4 sm:grid-cols-3">
        {(["category", "network", "token"] as const).map((name) => (
          <Choice
            key={name}
            label={name.charAt(0).toUpperCase() + name.slice(1)}
            value={ids[name]}
            onChange={(value) => setIds({ ...ids, [name]: value })}
            options={[["", "All"], ...newsChoices[name]]}
          />
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Keywords"
          value={words}
          maxLength={200}
          onChange={(event) => setWords(event.target.value)}
          hint='Articles must contain every word. Use "quotes" for a phrase and * for a prefix.'
        />
        <Field
          label="Webhook URL"
          type="url"
          required
          value={webhookUrl}
          onChange={(event) => setWebhookUrl(event.target.value)}
          placeholder="https://example.com/hooks/news"
          hint="Receives one request per article"
        />
      </div>
      {create.error && <Failure error={create.error} />}
      <div className="flex items-center gap-3">
        <Button type="submit" look="main" isBusy={create.isPending}>
          Create alert · free
        </Button>
        <span role="status" className="text-muted">
          {create.isSuccess && "Alert created."}
        </span>
      </div>
    </form>
  );
}
