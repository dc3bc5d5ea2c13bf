import { type FormEvent, useEffect, useState } from "react";
import { Button } from "./button.tsx";

/** A search field that follows the URL's query until the user submits another. */
export function SearchForm({
  label,
  placeholder,
  words = "",
  onSearch,
}: {
  label: string;
  placeholder: string;
  words: string | undefined;
  onSearch: (words: string | undefined) => void;
}) {
  const [typed, setTyped] = useState(words);
  useEffect(() => setTyped(words), [words]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.trim() || undefined);
  };
  return (
    <search>
      <form onSubmit={submit} className="flex gap-2">
        <input
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={200}
          aria-label={label}
          placeholder={placeholder}
          className="h-9 min-w-0 flex-1 rounded-md border border-edge bg-surface px-3 placeholder:text-muted"
        />
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}
