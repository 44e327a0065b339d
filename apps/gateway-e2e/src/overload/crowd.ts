import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { ApiClient } from '../support/api-client.js';
import type { TestUser } from '../support/organization.js';

/** One send of the crowd and its outcome. */
export interface CrowdAnswer {
  readonly content: string;
  readonly status: number;
  readonly code: string | undefined;
  /** Seconds; NaN if it was not said. */
  readonly retryAfter: number;
  readonly messageId: number | undefined;
  readonly ms: number;
}

/** A refused sender returns after this time, despite `Retry-After`, so that the load does not fade. */
const PAUSE_AFTER_REFUSAL_MS = 50;
const PAGE = 1_000;

/** Many simultaneous senders that never pause: each sends its next message after the last response. */
export class Crowd {
  readonly answers: CrowdAnswer[] = [];
  /** Sends that got no answer. */
  readonly broken: string[] = [];
  /** The longest that this process itself was late. */
  ownDelayMs = 0;

  constructor(
    private readonly users: readonly TestUser[],
    private readonly connectionsPerUser: number,
    private readonly stream: string,
  ) {}

  async sendFor(durationMs: number): Promise<void> {
    const until = performance.now() + durationMs;
    const delay: IntervalHistogram = monitorEventLoopDelay();
    delay.enable();
    await Promise.all(
      this.users.flatMap(({ client }, user) =>
        Array.from({ length: this.connectionsPerUser }, (_, n) => this.send(client, `${user}.${n}`, until)),
      ),
    );
    delay.disable();
    this.ownDelayMs = delay.max / 1e6;
  }

  /** Every message of the crowd that exists now: ids by content. */
  async findSent(reader: ApiClient): Promise<Map<string, number[]>> {
    const found = new Map<string, number[]>();
    let anchor = 0;
    for (let isAtEnd = false; !isAtEnd; ) {
      const page = await reader.get('/messages', {
        anchor,
        include_anchor: false,
        num_before: 0,
        num_after: PAGE,
        narrow: [['stream', this.stream]],
        apply_markdown: false,
      });
      for (const { id, content } of page.messages) {
        found.set(content, [...(found.get(content) ?? []), id]);
        anchor = id;
      }
      isAtEnd = page.found_newest;
    }
    return found;
  }

  private async send(client: ApiClient, name: string, until: number): Promise<void> {
    for (let n = 0; performance.now() < until; n++) {
      const content = `${name}.${n}`;
      const startedAt = performance.now();
      try {
        const { status, body, headers } = await client.call('POST', '/messages', {
          type: 'stream',
          to: this.stream,
          topic: 'crowd',
          content,
        });
        const ms = performance.now() - startedAt;
        const retryAfter = Number(headers['retry-after']);
        this.answers.push({ content, status, code: body.code, retryAfter, messageId: body.id, ms });
        if (status !== 200) await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_REFUSAL_MS));
      } catch (error) {
        this.broken.push(`${content}: ${(error as Error).message}`);
      }
    }
  }
}
