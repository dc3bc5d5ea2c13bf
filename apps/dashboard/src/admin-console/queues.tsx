import type { OperatorQueue } from "@mintwright/api-contract/dashboard";
import { formatCount, formatDuration } from "../ui/format.ts";
import { MinuteBars } from "./minute-bars.tsx";

/** Busy queues with a chart of the last hour; idle queues as a folded list. */
export function Queues({ queues }: { queues: OperatorQueue[] }) {
  const isBusy = (queue: OperatorQueue) =>
    queue.waiting + queue.active + queue.later + queue.failed > 0 ||
    queue.minutes.some(({ waiting }) => waiting > 0);
  const busy = queues.filter(isBusy).sort((one, other) => other.waiting - one.waiting);
  const idle = queues.filter((queue) => !isBusy(queue));
  return (
    <>
      <ul className="divide-y divide-line">
        {busy.map((queue) => (
          <Row key={queue.queue} queue={queue} />
        ))}
      </ul>
      {idle.length > 0 && (
        <details className="border-line border-t px-4 py-3 text-muted">
          <summary className="cursor-pointer">
            {formatCount(idle.length, "queue")} idle in the last hour
          </summary>
          <p className="pt-2 text-xs">{idle.map(({ queue }) => queue).join(" · ")}</p>
        </details>
      )}
    </>
  );
}

function Row({ queue }: { queue: OperatorQueue }) {
  const { waiting, active, later, failed, oldestInSeconds } = queue;
  const also = [
    active > 0 && `${active} running`,
    later > 0 && `${later} scheduled`,
    failed > 0 && `${failed} failed`,
  ].filter(Boolean);
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2 px-4 py-3 md:grid-cols-[1fr_15rem_9rem]">
      <div className="min-w-0">
        <p className="truncate font-medium">{queue.queue}</p>
        <p className="text-muted text-xs">{also.join(" · ") || "Idle"}</p>
      </div>
      <div className="order-last col-span-2 md:order-none md:col-span-1">
        <MinuteBars
          label={`Jobs queued in ${queue.queue}`}
          values={queue.minutes.map((minute) => ({ minute: minute.minute, value: minute.waiting }))}
          format={(value) => `${value} queued`}
        />
      </div>
      <div className="text-right">
        <p>
          <span className="numbers">{waiting.toLocaleString("en")}</span> queued
        </p>
        <p className={`text-xs ${oldestInSeconds > 300 ? "text-amber" : "text-muted"}`}>
          {waiting > 0 ? `oldest ${formatDuration(oldestInSeconds)}` : " "}
        </p>
      </div>
    </li>
  );
}
