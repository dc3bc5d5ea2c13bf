import type { FailedJob } from "@mintwright/api-contract/dashboard";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { formatCount, formatMoment } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { Empty, Failure, LoadingRows } from "../ui/states.tsx";
import { failedJobsQuery } from "./queries.ts";

/** Jobs that used up their retries, by queue. */
export function FailedJobs() {
  const queryClient = useQueryClient();
  const { data, error, refetch, isPending } = useQuery(failedJobsQuery);
  const retry = useMutation({
    mutationFn: (which: { queue: string; jobId?: string }) =>
      call("POST /operator/failed-jobs/retry", { body: which }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["operator"] }),
  });
  const failure = retry.error ?? error;
  const queues = Map.groupBy(data?.jobs ?? [], ({ queue }) => queue);
  return (
    <>
      {failure && <Failure error={failure} onRetry={refetch} />}
      {retry.data && (
        <p role="status" className="rounded-md border border-line bg-surface px-4 py-3">
          {formatCount(retry.data.retried, "job")} queued for retry.
        </p>
      )}
      {isPending && (
        <Panel>
          <LoadingRows rows={3} />
        </Panel>
      )}
      {data?.jobs.length === 0 && (
        <Panel>
          <Empty
            title="No failed jobs"
            text="Jobs that used up their retries are kept here for 7 days with their error. Retry them after you fix the cause."
          />
        </Panel>
      )}
      {[...queues].map(([queue, jobs]) => (
        <Panel
          key={queue}
          title={queue}
          action={
            <Button isBusy={retry.isPending} onClick={() => retry.mutate({ queue })}>
              Retry all
            </Button>
          }
        >
          <ul className="divide-y divide-line">
            {jobs.map((job) => (
              <JobRow
                key={job.id}
                job={job}
                isBusy={retry.isPending}
                onRetry={() => retry.mutate({ queue, jobId: job.id })}
              />
            ))}
          </ul>
        </Panel>
      ))}
    </>
  );
}

function JobRow({ job, isBusy, onRetry }: { job: FailedJob; isBusy: boolean; onRetry: () => void }) {
  return (
    <li className="flex flex-col gap-2 px-4 py-3 sm:flex-row sm:items-start sm:gap-4">
      <div className="min-w-0 flex-1">
        <p className="break-words">{job.error || "No error message"}</p>
        <p className="numbers break-all text-muted text-xs">{job.summary || "No payload"}</p>
        <p className="text-muted text-xs">
          {formatMoment(job.failedAt)}, after {formatCount(job.attempts, "attempt")}
        </p>
      </div>
      <Button className="self-start" isBusy={isBusy} onClick={onRetry} aria-label={`Retry job ${job.id}`}>
        Retry
      </Button>
    </li>
  );
}
