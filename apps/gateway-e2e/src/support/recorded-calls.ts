import type { ApiClient, ApiParameters, ApiResponse } from './api-client.js';

/** The longest deadline of any request here, and the time to answer 503 after it. */
const HANGS_AFTER_MS = 25_000;

/** Calls of a load that may fail during a fault, and their failures. */
export class RecordedCalls {
  /** Requests that were answered with anything but a success, or not at all. */
  readonly failures: string[] = [];
  /** Broken promises: errors other than 503, and requests that hang. */
  readonly faults: string[] = [];

  /** The response; undefined if there was none. */
  async ask(
    client: ApiClient,
    method: string,
    path: string,
    parameters: ApiParameters = {},
  ): Promise<ApiResponse | undefined> {
    const startedAt = performance.now();
    try {
      const answer = await client.call(method, path, parameters);
      if (answer.status !== 200)
        this.failures.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      if (answer.status >= 500 && answer.status !== 503) this.faults.push(this.failures.at(-1) as string);
      return answer;
    } catch (error) {
      this.failures.push(`${method} ${path}: ${(error as Error).message}`);
      return undefined;
    } finally {
      const ms = Math.round(performance.now() - startedAt);
      if (ms > HANGS_AFTER_MS) this.faults.push(`${method} ${path} took ${ms} ms.`);
    }
  }
}
