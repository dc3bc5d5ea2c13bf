/** Decides which requests of an account are logged. */
export interface RequestSampler {
  /** Returns how many requests a logged one stands for, or 0 to leave it out. */
  sample(nowInSeconds: number): number;
}

/**
 * Logs all requests of a second up to a rate and then every second one, every fourth and so on, each step for as many rows
 * as the rate. A busy second starts with the factor that the last one should have had, so it writes little more than the
 * rate however many requests there are.
 */
export function createRequestSampler(ratePerSecond: number): RequestSampler {
  let second = 0;
  let factor = 1;
  let seen = 0;
  let kept = 0;
  let sinceKept = 0;

  function begin(nowInSeconds: number): void {
    const last = nowInSeconds === second + 1 ? seen : 0;
    factor = 2 ** Math.max(0, Math.ceil(Math.log2(last / Math.max(1, ratePerSecond))));
    second = nowInSeconds;
    seen = 0;
    kept = 0;
    sinceKept = 0;
  }

  return {
    sample(nowInSeconds) {
      if (nowInSeconds !== second) begin(nowInSeconds);
      seen++;
      if (ratePerSecond === 0 || ++sinceKept < factor) return 0;
      sinceKept = 0;
      const standsFor = factor;
      if (++kept % ratePerSecond === 0) factor *= 2;
      return standsFor;
    },
  };
}
