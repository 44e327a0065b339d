/** For conditions that hold within moments, on a slow machine with other work. */
const USUAL_MS = 15_000;
/** Pause between two checks. A check is often a request, so the pause is a twentieth of the wait so far. */
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [10, 100];

/** Waits until `check` returns something other than undefined or false; throws its last error, or a message, at the deadline. */
export async function eventually<Result>(
  check: () => Result | Promise<Result>,
  { withinMs = USUAL_MS, what = 'the condition' } = {},
): Promise<Exclude<Result, undefined | false>> {
  const startedAt = performance.now();
  for (;;) {
    let failure: unknown;
    try {
      const result = await check();
      if (result !== undefined && result !== false) return result as Exclude<Result, undefined | false>;
    } catch (error) {
      failure = error;
    }
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > withinMs) throw failure ?? new Error(`Waited ${withinMs} ms for ${what}, in vain.`);
    const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, waitedMs / 20));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
