import { useState } from "react";
import { Button } from "./button.tsx";

export function CopyButton({
  text,
  label = "Copy",
  look = "quiet",
}: {
  text: string;
  label?: string;
  look?: "main" | "quiet";
}) {
  const [message, setMessage] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setMessage("Copied");
    } catch {
      setMessage("Copy failed");
    }
    setTimeout(() => setMessage(""), 2_000);
  };
  return (
    <Button look={look} onClick={copy}>
      <span aria-live="polite">{message || label}</span>
    </Button>
  );
}
