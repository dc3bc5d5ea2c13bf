/** Chooses between the short version of a proof, which every run of the tests has, and that of `npm run faults:full`. */
export function chooseSize<Size>({ short, full }: { short: Size; full: Size }): Size {
  return process.env.PROOFS === "full" ? full : short;
}
