import { Status } from "../ui/states.tsx";

/** The HTTP status of a request with a dot: errors of the caller are amber, errors of the service red. */
export function LogStatus({ status }: { status: number }) {
  return (
    <Status state={status < 400 ? "ok" : status < 500 ? "warning" : "error"}>
      <span className="numbers">{status}</span>
    </Status>
  );
}
