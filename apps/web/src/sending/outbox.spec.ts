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
  /** The topic of each stored message. */
  readonly topics: string[] = [];
  /** The present name of the topic "logo". */
  present = TO;
  private readonly ids = new Map<string, number>();

  constructor(private readonly faults: Fault[]) {}

  /** As the client finds it out by the message that it saw, if events may be missing. */
  async placeOf({ destination, seenId }: OutgoingMessage, hasWaited: boolean): Promise<Destination> {
    await Promise.resolve();
    if (!hasWaited) return destination;
    if (this.faults[0] === 'request lost' && this.faults.shift()) throw new Error('no network');
    return seenId === undefined || destination.type === 'direct' ? destination : this.present;
  }

  async send({ content, queueId, localId, destination }: OutgoingMessage): Promise<SendResponse> {
    await Promise.resolve();
    const fault = this.faults.shift() ?? 'none';
    if (fault === 'request lost') throw new Error('no network');
    if (fault === 'limit') return { status: 429, body: { 'retry-after': 3 } };
    if (fault === 'overload') return { status: 503, body: { msg: 'busy' } };
    const key = `${queueId} ${localId}`;
    if (fault === 'refusal' && !this.ids.has(key)) return { status: 400, body: { msg: 'no' } };
    if (!this.ids.has(key)) {
      this.ids.set(key, this.stored.push(content));
      if (destination.type === 'stream') this.topics.push(destination.topic);
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
    placeOf: (message, hasWaited) => server.placeOf(message, hasWaited),
    seenIn: ({ type }) => (type === 'stream' ? 5 : undefined),
    load: () => kept.messages,
    save: (messages) => {
      kept.messages = messages;
    },
    pageId: 'p',
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

  it('sends the messages of a closed page, too, in the order of writing, once', async () => {
    const server = new Server([]);
    const closed = { ...outboxOf(new Server([])).outbox.add(TO, 'of the closed page'), localId: 'c', pageId: 'closed' };
    const { outbox, kept } = outboxOf(server);
    outbox.takeOver([
      { ...closed, writtenAtMs: 2 },
      { ...closed, localId: 'd', content: 'earlier', writtenAtMs: 1 },
    ]);
    outbox.takeOver([closed]);
    expect(kept.messages.map(({ pageId }) => pageId)).toEqual(['p', 'p']);
    outbox.run();
    await settled(outbox);

    expect(server.stored).toEqual(['earlier', 'of the closed page']);
  });

  it('takes a text with a key once', async () => {
    const server = new Server([]);
    const { outbox } = outboxOf(server);
    const key = { queueId: 'earlier', localId: 'given' };
    const first = outbox.add(TO, 'reply', { key });
    expect(outbox.add(TO, 'reply', { key })).toBe(first);
    await settled(outbox);
    outbox.confirm('given');
    // After the message arrived, the server knows the key.
    outbox.add(TO, 'reply', { key });
    await settled(outbox);

    expect(server.stored).toEqual(['reply']);
    expect(outbox.snapshot()).toMatchObject([{ ...key, state: 'sent', messageId: 1 }]);
  });

  it('sends waiting messages to the present name of their topic, after a move with or without an event', async () => {
    const emblem: Destination = { ...TO, topic: 'emblem' };
    const events = new Server(['request lost', 'request lost']);
    const { outbox } = outboxOf(events);
    for (const content of ['one', 'two']) outbox.add(TO, content);
    const ana: Destination = { type: 'direct', userIds: [3] };
    outbox.add(ana, 'to a person');
    events.present = emblem;
    outbox.move({ ...TO, topic: 'Logo' }, emblem);
    expect(outbox.snapshot().map(({ destination }) => destination)).toEqual([emblem, emblem, ana]);
    await settled(outbox);
    expect([events.stored, events.topics]).toEqual([
      ['one', 'two', 'to a person'],
      ['emblem', 'emblem'],
    ]);

    const silent = new Server(['request lost']);
    const { outbox: later } = outboxOf(silent);
    silent.present = emblem;
    for (const content of ['one', 'two']) later.add(TO, content);
    await settled(later);
    expect([silent.stored, silent.topics]).toEqual([
      ['one', 'two'],
      ['emblem', 'emblem'],
    ]);
    expect(later.snapshot().map(({ destination }) => destination)).toEqual([emblem, emblem]);
  });

  it('asks where the topic is for messages of an earlier page, too', async () => {
    const server = new Server(['request lost']);
    const before = outboxOf(server);
    before.outbox.add(TO, 'one');
    const kept = { messages: before.kept.messages };
    const later = new Server([]);
    later.present = { ...TO, topic: 'emblem' };
    const { outbox } = outboxOf(later, kept);
    outbox.run();
    await settled(outbox);
    outbox.add(TO, 'two');
    await settled(outbox);

    expect(later.topics).toEqual(['emblem', 'logo']);
  });

  it('leaves a message where an event brought it while the client looked for its place', async () => {
    const server = new Server([]);
    const { outbox } = outboxOf(server);
    server.placeOf = async () => {
      outbox.move(TO, { ...TO, topic: 'latest' });
      return { ...TO, topic: 'older response' };
    };
    outbox.add(TO, 'one');
    await settled(outbox);

    expect(server.topics).toEqual(['latest']);
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
