import type { FailedJob } from "@mintwright/api-contract/dashboard";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { formatMoment } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { Empty, Failure, LoadingRows } from "../ui/states.tsx";
import { formatCount } from "./format.ts";
import { failedJobsQuery } from "./queries.ts";

/** Jobs that failed as often as they may, by queue, each with a second chance. */
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
          {formatCount(retry.data.retried, "job")} will be tried again within seconds.
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
            text="A job that failed as often as it may is kept here for a week, with its error, so that it can be tried again once the cause is mended."
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
        <p className="break-words">{job.error || "It gave no reason."}</p>
        <p className="numbers break-all text-muted text-xs">{job.summary || "no payload"}</p>
        <p className="text-muted text-xs">
          {formatMoment(job.failedAt)}, after {formatCount(job.attempts, "attempt")}
        </p>
      </div>
      <Button className="self-start" isBusy={isBusy} onClick={onRetry} aria-label={`Retry the job ${job.id}`}>
        Retry
      </Button>
    </li>
  );
}
