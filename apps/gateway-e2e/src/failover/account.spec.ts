import type { WireEvent } from '@chat/chat-client';
import { describe, expect, it } from '@jest/globals';
import { type Account, accountWork, type WorkRecord } from './account.js';
import type { QueueRecord } from './follower.js';

const ANA = 7;
const message = (id: number, messageId: number, content = `sent ${messageId}`): WireEvent => ({
  ...{ id, type: 'message' },
  message: { id: messageId, content, subject: 'work' },
});
const status = (id: number, number: number): WireEvent => ({
  ...{ id, type: 'user_status', user_id: ANA, status_text: `status ${number}` },
});
const typing = (id: number, number: number): WireEvent => ({
  ...{ id, type: 'typing', sender: { user_id: ANA }, topic: `typed ${number}` },
});
const queue = (events: WireEvent[], queueId = '1-a'): QueueRecord => ({
  ...{ queueId, events, registeredAtMs: 10, newestMessageId: 100, faults: [] },
});
const stored = [101, 102, 103].map((messageId) => ({ messageId, content: `sent ${messageId}` }));
const complete = [message(1, 101), typing(2, 0), status(3, 0), message(4, 102), status(5, 1), message(6, 103)];
const record = (queues: QueueRecord[], failedWrites: string[] = [], failedReads: string[] = []): WorkRecord => ({
  ...{ userId: ANA, acknowledged: stored, queues, failedWrites, failedReads },
  statuses: [0, 1].map((number) => ({ number, startedAtMs: 20 + number, isAcknowledged: true })),
});
const NOTHING = {
  missing: 0,
  repeated: 0,
  outOfOrder: 0,
  ghosts: 0,
  idsGivenTwice: 0,
  lostMessages: 0,
  endedQueues: 0,
  untrueOutcomes: 0,
};
const accountOf = (events: WireEvent[]): Account => accountWork([record([queue(events)])], stored);

describe('the account', () => {
  it('of a complete queue is empty', () => {
    expect(accountOf(complete)).toMatchObject({ ...NOTHING, sentences: [] });
  });

  it.each([
    ['a message is missing', complete.toSpliced(3, 1), { missing: 1 }],
    ['a status is missing', complete.toSpliced(4, 1), { missing: 1 }],
    ['a message comes twice', [...complete, message(7, 103)], { repeated: 1 }],
    ['an unstored event comes twice', [...complete, typing(7, 0)], { repeated: 1 }],
    ['a message comes late', [message(0, 102), ...complete.toSpliced(3, 1)], { outOfOrder: 1 }],
    [
      'statuses change places',
      [...complete.toSpliced(4, 1).toSpliced(2, 1), status(7, 1), status(8, 0)],
      { outOfOrder: 1 },
    ],
    ['a message does not exist', [...complete, message(7, 104)], { ghosts: 1 }],
    ['a message is another one', [...complete.slice(0, -1), message(6, 103, 'other')], { idsGivenTwice: 1 }],
    ['an event id has two meanings', [...complete, { ...typing(6, 1), id: 6 }], { idsGivenTwice: 1 }],
  ])('counts a fault: %s', (_, events, found) => {
    expect(accountOf(events)).toMatchObject({ ...NOTHING, ...found });
  });

  it('expects nothing that was lost from a queue that ended', () => {
    const queues = [
      queue(complete.slice(0, 2)),
      { ...queue([message(1, 103)], '1-b'), newestMessageId: 102, registeredAtMs: 30 },
    ];

    expect(accountWork([record(queues)], stored)).toMatchObject({ ...NOTHING, endedQueues: 1 });
  });

  it('counts acknowledged messages that are not stored, and errors by status', () => {
    const writes = ['503 {"outcome":"unknown"}', 'POST /typing: 503 {"outcome":"not_started"}', 'socket hang up'];
    const reads = ['GET /events: 400 {}'];

    const account = accountWork([record([queue(complete.slice(0, -1))], writes, reads)], stored.slice(0, -1));

    expect(account).toMatchObject({ ...NOTHING, lostMessages: 1, errors: { 400: 1, 500: 0, 503: 2 } });
  });

  it('counts writes that failed without an outcome', () => {
    const writes = ['503 {}', 'POST /typing: 503 {"outcome":"perhaps"}', 'POST /typing: 400 {}'];

    expect(accountWork([record([queue(complete)], writes, ['503 {}'])], stored)).toMatchObject({ untrueOutcomes: 2 });
  });

  it('accepts a write with an unknown outcome that is done later, but not twice', () => {
    const events = [message(1, 101), status(2, 1), status(3, 0), message(4, 102), message(5, 103)];
    const accountWith = (isAcknowledged: boolean, later: WireEvent[] = []) => {
      const statuses = [0, 1].map((number) => ({
        ...{ number, startedAtMs: 20 + number },
        isAcknowledged: number === 1 || isAcknowledged,
      }));
      return accountWork([{ ...record([queue([...events, ...later])]), statuses }], stored);
    };

    expect(accountWith(false)).toMatchObject(NOTHING);
    expect(accountWith(true)).toMatchObject({ ...NOTHING, outOfOrder: 1 });
    expect(accountWith(false, [status(6, 0)])).toMatchObject({ ...NOTHING, repeated: 1 });
  });

  it('counts a write that was done although it was not started', () => {
    const one = record([queue(complete)]);
    const statuses = [0, 1, 2].map((number) => ({
      ...{ number, startedAtMs: 20 + number },
      ...{ isAcknowledged: number === 0, isNotStarted: number > 0 },
    }));

    expect(accountWork([{ ...one, statuses }], stored)).toMatchObject({ untrueOutcomes: 1 });
  });
});
