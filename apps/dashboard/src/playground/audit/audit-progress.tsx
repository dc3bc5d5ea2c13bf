import { useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/page.tsx";

export function AuditProgress({ onStop }: { onStop: () => void }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((known) => known + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Panel>
      <div className="flex flex-col gap-4 p-4">
        <div className="flex items-center justify-between gap-4">
          <p role="status">Compiling and analyzing…</p>
          <span className="numbers text-muted text-xs">{seconds} s</span>
        </div>
        {["w-2/3", "w-1/2", "w-3/4", "w-2/5"].map((width) => (
          <div key={width} className="flex flex-col gap-2 border-line border-t pt-3">
            <div className={`h-4 animate-pulse rounded bg-line ${width}`} />
            <div className="h-3 w-1/3 animate-pulse rounded bg-line" />
          </div>
        ))}
        <Button onClick={onStop}>Stop</Button>
      </div>
    </Panel>
  );
}
