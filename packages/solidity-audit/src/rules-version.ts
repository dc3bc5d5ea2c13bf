/** Raised whenever the same code gives different findings, so that caches drop reports of older rules. */
export const rulesVersion = 4;
