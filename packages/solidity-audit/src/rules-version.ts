/** Raised whenever the same code gives other findings, so that nobody reads a report of older rules from a cache. */
export const rulesVersion = 1;
