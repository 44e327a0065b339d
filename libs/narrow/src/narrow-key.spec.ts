import { badNarrow, badRequest } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { keyOfNarrow, type MessageForReader, matchesNarrow, narrowKeysOf, parseQueueNarrow } from './index.js';

/** Few, so that narrows match; with blank ends, and letters that folding changes. */
const NAMES = ['a', 'A', ' a', 'a\u00a0', 'ß', 'SS', '´', ' \u0301', '', '1', 'ﬁ '] as const;
const name = fc.constantFrom(...NAMES);
const id = fc.integer({ min: 1, max: 3 });
const user = fc.record({ id, email: name });

const recipient = fc.oneof(
  fc.record({
    kind: fc.constant('stream' as const),
    streamId: id,
    streamName: name,
    topic: name,
    isPublic: fc.boolean(),
    isWebPublic: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('direct' as const), participants: fc.array(user, { maxLength: 3 }) }),
);

const message: fc.Arbitrary<MessageForReader> = fc.record({
  messageId: id,
  sender: user,
  recipient,
  readerId: id,
  flags: fc.subarray(['read', 'mentioned']),
  renderedContent: fc.constant(''),
  hasAttachment: fc.boolean(),
  content: fc.constant(''),
  isMuted: fc.constant(false),
});

const messageNamed = (one: string): MessageForReader => ({
  messageId: 1,
  sender: { id: 1, email: one },
  recipient: { kind: 'stream', streamId: 1, streamName: one, topic: one, isPublic: true, isWebPublic: false },
  readerId: 1,
  flags: [],
  renderedContent: '',
  hasAttachment: false,
  content: '',
  isMuted: false,
});

const term = (operator: string, operand: fc.Arbitrary<unknown>) =>
  fc.record({ operator: fc.constant(operator), operand, negated: fc.boolean() });
const narrow = fc
  .array(
    fc.oneof(
      term('topic', name),
      term('stream', fc.oneof(id, name)),
      term('sender', fc.oneof(id, name)),
      term('dm', fc.array(id, { maxLength: 3 })),
      term('dm-including', fc.oneof(id, name)),
      term('is', fc.constantFrom('dm', 'unread', 'mentioned', 'resolved')),
      term('has', fc.constant('attachment')),
      term('id', id),
    ),
    { maxLength: 3 },
  )
  .map((terms) => parseQueueNarrow(terms, { badRequest, badNarrow }));

const parsed = (...terms: unknown[]) => parseQueueNarrow(terms, { badRequest, badNarrow });

describe('the key of a narrow', () => {
  it('is among those of every message that matches', () => {
    fc.assert(
      fc.property(narrow, message, (terms, candidate) => {
        fc.pre(matchesNarrow(terms, candidate));

        expect(narrowKeysOf(candidate)).toContain(keyOfNarrow(terms));
      }),
    );
  });

  it.each(NAMES)('is among those of every message with the name %j', (operand) => {
    for (const operator of ['topic', 'stream', 'sender']) {
      const terms = parsed([operator, operand]);
      const key = keyOfNarrow(terms);
      const found = NAMES.map(messageNamed).filter((candidate) => narrowKeysOf(candidate).includes(key));

      expect(found).toEqual(NAMES.map(messageNamed).filter((candidate) => matchesNarrow(terms, candidate)));
    }
  });

  it('leaves out messages elsewhere', () => {
    const elsewhere = narrowKeysOf({
      sender: { id: 1, email: 'ana@x.io' },
      recipient: { kind: 'stream', streamId: 7, streamName: '8', topic: 'logo' },
    });

    const narrows = [
      parsed(['stream', '8'], ['topic', 'other']),
      parsed(['sender', 'ben@x.io']),
      parsed({ operator: 'stream', operand: 8 }),
      parsed(['dm', 'ana@x.io']),
    ];
    for (const other of narrows) expect(elsewhere).not.toContain(keyOfNarrow(other));
  });

  it('is no negated condition', () => {
    expect(keyOfNarrow(parsed(['-topic', 'logo']))).toBe(keyOfNarrow(parsed()));
  });
});
