const TIMEOUT_MS = 120_000;

/** Rejects with a description of the situation if the condition does not come true. */
export async function waitFor(condition: () => boolean, describe: () => string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(describe());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
