import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Destination } from './destination.js';
import { Outbox } from './outbox.js';
import type { OutgoingMessage } from './outgoing-message.js';
import type { SendResponse } from './send-outcome.js';

const TO: Destination = { type: 'stream', streamId: 7, topic: 'logo' };
const FAULTS = ['none', 'request lost', 'response lost', 'proxy', 'overload', 'limit', 'refusal'] as const;
type Fault = (typeof FAULTS)[number];

/** A server that stores each key once, behind a network with these faults, then without any. */
class Server {
  readonly stored: string[] = [];
  private readonly ids = new Map<string, number>();

  constructor(private readonly faults: Fault[]) {}

  async send({ content, queueId, localId }: OutgoingMessage): Promise<SendResponse> {
    await Promise.resolve();
    const fault = this.faults.shift() ?? 'none';
    if (fault === 'request lost') throw new Error('no network');
    if (fault === 'limit') return { status: 429, body: { 'retry-after': 3 } };
    if (fault === 'overload') return { status: 503, body: { msg: 'busy' } };
    const key = `${queueId} ${localId}`;
    if (fault === 'refusal' && !this.ids.has(key)) return { status: 400, body: { msg: 'no' } };
    if (!this.ids.has(key)) {
      this.ids.set(key, this.stored.push(content));
    }
    if (fault === 'response lost') throw new Error('connection reset');
    if (fault === 'proxy') return { status: 502, body: {} };
    return { status: 200, body: { id: this.ids.get(key) as number } };
  }
}

const outboxOf = (server: Server, kept: { messages: readonly OutgoingMessage[] } = { messages: [] }) => {
  const pauses: number[] = [];
  let count = kept.messages.length;
  const outbox = new Outbox({
    send: (message) => server.send(message),
    load: () => kept.messages,
    save: (messages) => {
      kept.messages = messages;
    },
    queueId: () => 'q',
    newLocalId: () => `${++count}.1`,
    nowMs: () => 0,
    pause: async (ms) => void pauses.push(ms),
    random: () => 0.5,
  });
  return { outbox, pauses, kept };
};

const settled = async (outbox: Outbox): Promise<void> => {
  while (outbox.snapshot().some(({ state }) => state === 'waiting')) await new Promise(setImmediate);
};

describe('the outbox', () => {
  it('stores every message exactly once and in order, also over a bad network', async () => {
    const faults = fc.array(fc.constantFrom(...FAULTS), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(faults, fc.integer({ min: 1, max: 8 }), async (given, number) => {
        const server = new Server([...given]);
        const { outbox } = outboxOf(server);
        const texts = Array.from({ length: number }, (_, index) => `${index}`);
        for (const content of texts) outbox.add(TO, content);
        await settled(outbox);

        const refused = outbox.snapshot().filter(({ state }) => state === 'refused');
        const sent = texts.filter((content) => !refused.some((one) => one.content === content));
        expect(server.stored).toEqual(sent);
      }),
    );
  });

  it('shows a message at once, and until its event comes', async () => {
    const { outbox } = outboxOf(new Server([]));
    const { localId } = outbox.add(TO, 'hello');
    expect(outbox.snapshot()).toMatchObject([{ content: 'hello', state: 'waiting', queueId: 'q' }]);
    await settled(outbox);
    expect(outbox.snapshot()).toMatchObject([{ state: 'sent', messageId: 1 }]);

    outbox.confirm(localId);
    expect(outbox.snapshot()).toEqual([]);
  });

  it('keeps unsent messages over a reload, and sends them with their old keys', async () => {
    const faults: Fault[] = ['response lost'];
    const server = new Server(faults);
    const before = outboxOf(server);
    before.outbox.add(TO, 'sent, but who knows');
    // The page ends before the repetition.
    const kept = { messages: before.kept.messages };
    await settled(before.outbox);
    const after = outboxOf(server, kept);
    after.outbox.run();
    await settled(after.outbox);

    expect(server.stored).toEqual(['sent, but who knows']);
  });

  it('takes a text with a key once', async () => {
    const server = new Server([]);
    const { outbox } = outboxOf(server);
    const key = { queueId: 'earlier', localId: 'given' };
    const first = outbox.add(TO, 'reply', key);
    expect(outbox.add(TO, 'reply', key)).toBe(first);
    await settled(outbox);
    outbox.confirm('given');
    // After the message arrived, the server knows the key.
    outbox.add(TO, 'reply', key);
    await settled(outbox);

    expect(server.stored).toEqual(['reply']);
    expect(outbox.snapshot()).toMatchObject([{ ...key, state: 'sent', messageId: 1 }]);
  });

  it('says why a message was refused, holds up no other, and can send it again or give it back', async () => {
    const server = new Server(['refusal', 'none', 'none', 'refusal']);
    const { outbox } = outboxOf(server);
    const { localId } = outbox.add(TO, 'first');
    const second = outbox.add(TO, 'second');
    await settled(outbox);
    expect(outbox.snapshot()).toMatchObject([{ state: 'refused', reason: 'no' }, { state: 'sent' }]);
    expect(outbox.take(second.localId)).toBeUndefined();

    outbox.repeat(localId);
    await settled(outbox);
    expect(server.stored).toEqual(['second', 'first']);
    const third = outbox.add(TO, 'third');
    await settled(outbox);
    expect(outbox.take(third.localId)).toMatchObject({ content: 'third', destination: TO });
  });

  it('waits as long as the server asks, else longer each time with a random part', async () => {
    const { outbox, pauses } = outboxOf(new Server(['limit', 'proxy', 'proxy', 'overload']));
    outbox.add(TO, 'x');
    await settled(outbox);
    expect(pauses).toEqual([3_000, 750, 1_500, 3_000]);
  });
});
