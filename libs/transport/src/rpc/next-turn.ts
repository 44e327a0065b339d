/** Resolves when what is due now, and everything that follows from it at once, has run. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
