import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Organization, type TestUser } from '../../support/organization.js';
import type { SystemUnderTest } from '../../support/system-under-test.js';
import { ACKNOWLEDGED_BETWEEN, startSending } from './traffic.js';

const WRITERS = 8;
/** Writers that also repeat other messages until they succeed. */
const SENDERS = 4;
/** The goal is 1.5 s; the rest is for the start of the next replica, which takes a whole core. A deadline is 5 s. */
const LONGEST_WAIT_MS = 2_500;
/** Limit of the response time without any replica, on a busy machine. */
const REFUSED_WITHIN_MS = 15_000;

let tested: SystemUnderTest;
let organization: Organization;
let members: TestUser[];

/** One write that was sent once, and its response. */
interface Write {
  readonly content: string;
  readonly status: number;
  readonly outcome: unknown;
  readonly waitedMs: number;
  readonly retryAfter: unknown;
  readonly body: unknown;
}

/** Sends without `local_id`, so that a repetition would be a second message. */
async function send({ client }: TestUser, topic: string, content: string): Promise<Write> {
  const sentAt = performance.now();
  const message = { type: 'stream', to: 'engine', topic, content };
  const { status, body, headers } = await client.call('POST', '/messages', message);
  const waitedMs = performance.now() - sentAt;
  return { content, status, outcome: body.outcome, waitedMs, retryAfter: headers['retry-after'], body };
}

class Writers {
  readonly writes: Write[] = [];
  private isStopping = false;
  private readonly running: Promise<unknown>;

  constructor(private readonly topic: string) {
    this.running = Promise.all(members.map((member, place) => this.run(member, place)));
  }

  /** Resolves when so many more writes were acknowledged. */
  async acknowledgedMore(count: number): Promise<void> {
    const acknowledged = () => this.writes.filter(({ status }) => status === 200).length;
    const wanted = acknowledged() + count;
    while (acknowledged() < wanted) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async stop(): Promise<readonly Write[]> {
    this.isStopping = true;
    await this.running;
    return this.writes;
  }

  private async run(member: TestUser, place: number): Promise<void> {
    for (let n = 0; !this.isStopping; n++)
      this.writes.push(await send(member, this.topic, `${this.topic} ${place} ${n}`));
  }
}

/** Sentences about responses that were not true; `exists`: how often each write was executed. */
function untrue(writes: readonly Write[], exists: (write: Write) => number): string[] {
  return writes.flatMap((write) => {
    const times = exists(write);
    const allowed = {
      200: [1],
      503: write.outcome === 'not_started' ? [0] : write.outcome === 'unknown' ? [0, 1] : [],
    };
    const isTrue = (allowed[write.status as 200 | 503] ?? []).includes(times);
    return isTrue ? [] : [`"${write.content}": ${write.status} ${write.outcome}, but ${times} executions`];
  });
}

/** How often each message of the topic exists, after all messages that were sent before. */
async function messagesIn(topic: string): Promise<(write: Write) => number> {
  const { client } = members[0] as TestUser;
  await client.post('/messages', { type: 'stream', to: 'engine', topic, content: 'the last one' });
  const narrow = [
    { operator: 'stream', operand: 'engine' },
    { operator: 'topic', operand: topic },
  ];
  const page = { anchor: 'newest', num_before: 5_000, num_after: 0, apply_markdown: false, narrow };
  const { messages, found_oldest } = await client.get('/messages', page);
  expect(found_oldest).toBe(true);
  return ({ content }) => messages.filter((message: { content: string }) => message.content === content).length;
}

/** Tests of the responses to writes while replicas end. */
export function truthfulOutcomes(system: () => SystemUnderTest): void {
  beforeAll(async () => {
    tested = system();
    organization = await Organization.create(tested.system);
    members = await organization.addSubscribers('engine', WRITERS);
  }, 60_000);

  afterAll(() => organization?.close());

  describe('writes while one of two replicas of messaging is killed', () => {
    it('get responses that are true, and soon; repeated sends succeed long before their deadline', async () => {
      const writers = new Writers('killed');
      const repeating = await startSending('repeated', members.slice(0, SENDERS));
      const progress = () => Promise.all([writers.acknowledgedMore(ACKNOWLEDGED_BETWEEN), repeating.progress()]);
      for (const instance of [0, 1]) {
        await progress();
        const ended = once(tested.system.process('messaging', instance), 'ended');
        tested.system.kill('messaging', instance);
        await ended;
        await progress();
        await tested.system.waitReady();
      }
      const writes = await writers.stop();
      await repeating.stop();

      expect(untrue(writes, await messagesIn('killed'))).toEqual([]);
      expect(Math.max(...writes.map(({ waitedMs }) => waitedMs))).toBeLessThan(LONGEST_WAIT_MS);
      const sends = repeating.senders.flatMap((sender) => sender.sends);
      expect(Math.max(...sends.map(({ waitedMs }) => waitedMs ?? Number.POSITIVE_INFINITY))).toBeLessThan(
        LONGEST_WAIT_MS,
      );
    }, 120_000);
  });

  describe('writes without a replica of messaging', () => {
    it('get 503 as JSON within the deadline, are not started, and are not executed by the next replica', async () => {
      await Promise.all([0, 1].map((instance) => tested.system.stopProcess('messaging', instance)));
      const writes = await Promise.all(members.map((member, place) => send(member, 'stopped', `stopped ${place}`)));
      await Promise.all([0, 1].map((instance) => tested.system.startProcess('messaging', instance)));

      for (const { status, body, retryAfter, waitedMs } of writes) {
        const refusal = { result: 'error', code: 'SERVICE_UNAVAILABLE', outcome: 'not_started' };
        expect([status, body]).toEqual([503, expect.objectContaining(refusal)]);
        expect(Number(retryAfter)).toBeGreaterThan(0);
        expect(waitedMs).toBeLessThan(REFUSED_WITHIN_MS);
      }
      expect(untrue(writes, await messagesIn('stopped'))).toEqual([]);
    }, 120_000);
  });
}
