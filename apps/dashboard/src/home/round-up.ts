const steps = [1, 2, 4, 5, 10];

/** Rounds up to a number that reads well at the top of a scale, and whose half does, too. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (steps.find((step) => step * power >= value) ?? 10) * power;
}
