/** For conditions that hold within moments, on a slow machine with other work. */
const USUAL_MS = 15_000;

/** Waits until `check` returns something other than undefined or false; throws its last error, or a message, at the deadline. */
export async function eventually<Result>(
  check: () => Result | Promise<Result>,
  { withinMs = USUAL_MS, what = 'the condition' } = {},
): Promise<Exclude<Result, undefined | false>> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    let failure: unknown;
    try {
      const result = await check();
      if (result !== undefined && result !== false) return result as Exclude<Result, undefined | false>;
    } catch (error) {
      failure = error;
    }
    if (performance.now() > deadline) throw failure ?? new Error(`Waited ${withinMs} ms for ${what}, in vain.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
