import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EXPIRES_MS, MAX_WRITERS, Writers } from './writers.js';

const ME = 7;
const PRIYA = 8;
const JONAS = 9;
const LOGO = { type: 'stream', streamId: 3, topic: 'Logo' } as const;

describe('writers', () => {
  let writers: Writers;
  beforeEach(() => {
    jest.useFakeTimers();
    writers = new Writers(() => ME);
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const user = (user_id: number) => ({ user_id, email: `${user_id}@example.com` });
  const inTopic = (op: 'start' | 'stop', sender: number, topic = 'logo') =>
    writers.take({ id: 1, type: 'typing', op, message_type: 'stream', sender: user(sender), stream_id: 3, topic });
  const among = (op: 'start' | 'stop', sender: number, ids: readonly number[]) =>
    writers.take({
      id: 1,
      type: 'typing',
      op,
      message_type: 'private',
      sender: user(sender),
      recipients: ids.map(user),
    });

  it('are those of the topic, in any letter case, until they stop', () => {
    inTopic('start', PRIYA);
    inTopic('start', JONAS, 'LOGO');
    expect(writers.in(LOGO)).toEqual([PRIYA, JONAS]);
    expect(writers.in({ ...LOGO, topic: 'paint' })).toEqual([]);

    inTopic('stop', PRIYA);

    expect(writers.in(LOGO)).toEqual([JONAS]);
  });

  it('are those of the conversation with exactly these people', () => {
    among('start', PRIYA, [ME, PRIYA]);

    expect(writers.in({ type: 'direct', userIds: [PRIYA] })).toEqual([PRIYA]);
    expect(writers.in({ type: 'direct', userIds: [PRIYA, JONAS] })).toEqual([]);
  });

  it('stop by themselves, unless they start again', () => {
    inTopic('start', PRIYA);
    jest.advanceTimersByTime(EXPIRES_MS - 1);
    inTopic('start', PRIYA);
    jest.advanceTimersByTime(EXPIRES_MS - 1);
    expect(writers.in(LOGO)).toEqual([PRIYA]);

    jest.advanceTimersByTime(1);

    expect(writers.in(LOGO)).toEqual([]);
  });

  it('are never the reader, and no other events count', () => {
    inTopic('start', ME);
    writers.take({
      id: 1,
      type: 'presence',
      op: 'start',
      message_type: 'stream',
      sender: user(PRIYA),
      stream_id: 3,
      topic: 'logo',
    });

    expect(writers.in(LOGO)).toEqual([]);
  });

  it('are a bounded number', () => {
    for (let id = 100; id <= 100 + MAX_WRITERS; id++) inTopic('start', id);

    expect(writers.in(LOGO)).toHaveLength(MAX_WRITERS);
    expect(writers.in(LOGO)).not.toContain(100);
  });

  it('notify listeners only when they change, and stay the same list until then', () => {
    const heard: number[] = [];
    const end = writers.subscribe(() => heard.push(writers.in(LOGO).length));
    inTopic('start', PRIYA);
    const list = writers.in(LOGO);
    inTopic('start', PRIYA);
    inTopic('stop', JONAS);
    expect(writers.in(LOGO)).toBe(list);
    end();
    inTopic('stop', PRIYA);

    expect(heard).toEqual([1]);
  });
});
