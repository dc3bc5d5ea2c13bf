import { PlaygroundFrame } from "./playground-frame.tsx";

/** Questions to the assistant. */
export function AssistantPage() {
  return (
    <PlaygroundFrame tool="Assistant" text="Ask about Web3, in a conversation that is kept for you.">
      {null}
    </PlaygroundFrame>
  );
}
