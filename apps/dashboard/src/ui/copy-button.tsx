import { useState } from "react";
import { Button } from "./button.tsx";

/** Copies a text with one click and says that it did. */
export function CopyButton({
  text,
  label = "Copy",
  look = "quiet",
}: {
  text: string;
  label?: string;
  look?: "main" | "quiet";
}) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      setSaid("Select and copy it");
    }
    setTimeout(() => setSaid(""), 2_000);
  };
  return (
    <Button look={look} onClick={copy}>
      <span aria-live="polite">{said || label}</span>
    </Button>
  );
}
