import type { ChatModelName } from "@mintwright/api-contract";
import type { ChatHistoryRecord, ChatQuestion } from "@mintwright/sdk";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { createId } from "../../api/create-id.ts";
import { operations } from "../../api/operations.ts";

/** A question and its answer, possibly incomplete. */
export interface Turn {
  id: string;
  asked: ChatQuestion;
  answer: string;
  state: "writing" | "whole" | "stopped" | "failed";
  error?: Error;
  charged?: number | undefined;
}

const shownRecords = 50;

const toTurn = ({ id, question, bot, model }: ChatHistoryRecord): Turn => ({
  id,
  asked: { question, model: model as ChatModelName },
  answer: bot,
  state: "whole",
});

async function readHistory(session: string, signal: AbortSignal): Promise<Turn[]> {
  const query = { sdkUniqueId: session, limit: shownRecords };
  for await (const { data } of operations.history.list(query, { signal }).pages()) {
    return data.rows.map(toTurn).reverse();
  }
  return [];
}

/** The saved history of a session and the turns of this page. */
export function useConversation(session: string) {
  const queryClient = useQueryClient();
  const [said, setSaid] = useState<Turn[]>([]);
  const reading = useRef<AbortController>(undefined);
  const history = useQuery({
    queryKey: ["conversation", session],
    queryFn: ({ signal }) => readHistory(session, signal),
    // New turns are appended locally; refetching would show them twice.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useEffect(() => () => reading.current?.abort(), []);

  const change = (id: string, changed: (turn: Turn) => Partial<Turn>) =>
    setSaid((turns) => turns.map((turn) => (turn.id === id ? { ...turn, ...changed(turn) } : turn)));

  /** The turn ID is the idempotency key, so resuming an answer is not charged again. */
  async function read(id: string, asked: Turn["asked"], maxRetries?: number) {
    const controller = new AbortController();
    reading.current = controller;
    const { signal } = controller;
    const answer = operations.chat.stream(asked, { signal, idempotencyKey: id, maxRetries });
    const show = createFrameBuffer((text) => change(id, () => ({ answer: text })));
    try {
      for await (const piece of answer) show.add(piece);
      show.flush();
      const { credits } = await answer.withResponse();
      change(id, () => ({ state: "whole", charged: credits?.charged }));
    } catch (error) {
      show.flush();
      change(id, () => (signal.aborted ? { state: "stopped" } : { state: "failed", error: error as Error }));
    } finally {
      reading.current = undefined;
      await queryClient.invalidateQueries({ queryKey: ["credits"] });
    }
  }

  return {
    history,
    turns: [...(history.data ?? []), ...said],
    isWriting: said.some(({ state }) => state === "writing"),
    ask(asked: Turn["asked"]) {
      const id = createId();
      setSaid((turns) => [...turns, { id, asked, answer: "", state: "writing" }]);
      return read(id, asked);
    },
    resume({ id, asked }: Turn) {
      change(id, () => ({ state: "writing", answer: "" }));
      // The API refuses the same key until the first request has ended, and says to try again a second later.
      return read(id, asked, 120);
    },
    stop: () => reading.current?.abort(),
  };
}

/** Updates the text at most once per frame, because chunks arrive faster than that. */
function createFrameBuffer(render: (text: string) => void) {
  let text = "";
  let frame = 0;
  const flush = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    render(text);
  };
  return {
    flush,
    add(piece: string) {
      text += piece;
      if (!frame) frame = requestAnimationFrame(flush);
    },
  };
}
