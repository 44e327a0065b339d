import { setTimeout as sleep } from 'node:timers/promises';
import type { Wire } from '@chat/contracts';

/** Times that a call is made again when the service says "too many" or cannot answer. */
const MAX_ATTEMPTS = 5;
const DEFAULT_RETRY_SECONDS = 1;

/** Speaks to the system as one account, through HTTP only, as any client does. */
export class DemoClient {
  private readonly authorization: string;

  constructor(
    private readonly baseUrl: string,
    account: { email: string; api_key: string },
  ) {
    this.authorization = `Basic ${Buffer.from(`${account.email}:${account.api_key}`).toString('base64')}`;
  }

  /** Whether the service knows the account. */
  async isKnown(): Promise<boolean> {
    const response = await fetch(`${this.baseUrl}/api/v1/users/me`, { headers: { authorization: this.authorization } });
    await response.arrayBuffer();
    return response.ok;
  }

  /**
   * Calls an endpoint with parameters of the given class; sends those other than text as JSON. Resolves with the response body. Rejects
   * with the status and message of an error. Waits and repeats after 429 and 503: every call here may be repeated without harm.
   */
  async call<Parameters = never>(
    method: 'POST' | 'PATCH',
    path: string,
    parameters: Partial<Wire<Parameters>>,
  ): Promise<Record<string, unknown>> {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) {
      body.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(`${this.baseUrl}/api/v1${path}`, {
        method,
        headers: { authorization: this.authorization, 'user-agent': 'ChatDemo/1.0' },
        body,
      });
      const answer = (await response.json()) as Record<string, unknown>;
      if (response.ok) return answer;
      const isLater = response.status === 429 || response.status === 503;
      if (!isLater || attempt === MAX_ATTEMPTS) throw new Error(`${method} ${path}: ${response.status} ${answer.msg}`);
      const seconds = Number(response.headers.get('retry-after')) || DEFAULT_RETRY_SECONDS;
      await sleep(seconds * 1000);
    }
  }
}
