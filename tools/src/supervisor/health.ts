/** A busy machine answers late; a dead one never. */
const TIMEOUT_MS = 2_000;

/** Whether the process that serves its health on this loopback port says that it is ready. Never throws. */
export async function isServiceReady(healthPort: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${healthPort}/health/ready`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
