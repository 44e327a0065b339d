/** Resolves when what is due now, and everything that follows from it at once, has run. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Calls `then` after so many turns of the event loop, in each of which what has arrived meanwhile is read. */
export function afterTurns(turns: number, then: () => void): void {
  setImmediate(() => (turns > 1 ? afterTurns(turns - 1, then) : then()));
}
