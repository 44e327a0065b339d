import { describe, expect, it } from '@jest/globals';
import type { TopicUnread } from '../unread/unread-counts.js';
import { topicRows } from './topic-rows.js';

const known = Array.from({ length: 20 }, (_, index) => ({ name: `topic ${index}`, max_id: 100 - index }));
const unreadOf = (topic: string, newestId: number, more: Partial<TopicUnread> = {}): [string, TopicUnread] => [
  topic.toLowerCase(),
  { topic, newestId, count: 1, hasMention: false, isMuted: false, ...more },
];
const sources = {
  known,
  unread: new Map([unreadOf('topic 7', 93), unreadOf('topic 15', 85), unreadOf('Brand new', 200)]),
  open: undefined,
  isMuted: (topic: string) => topic === 'topic 1',
  fold: (topic: string) => topic.toLowerCase(),
};
const topics = (rows: readonly { topic: string }[]) => rows.map(({ topic }) => topic);

describe('topics below a stream', () => {
  it('are the newest ones and those with unread messages, without muted ones', () => {
    const { rows, more } = topicRows(sources, false);
    expect(topics(rows)).toEqual(['Brand new', 'topic 0', 'topic 2', 'topic 3', 'topic 7']);
    expect(more).toBe(16);
  });

  it('include the open topic, also if it is muted or unknown', () => {
    expect(topics(topicRows({ ...sources, open: 'TOPIC 1' }, false).rows)).toContain('topic 1');
    expect(topics(topicRows({ ...sources, open: 'nowhere' }, false).rows)[0]).toBe('nowhere');
  });

  it('are all of them on request', () => {
    expect(topicRows(sources, true)).toMatchObject({ more: 0, rows: { length: 21 } });
  });

  it('show a muted topic that mentions the reader', () => {
    const unread = new Map([unreadOf('topic 1', 99, { hasMention: true, isMuted: true })]);
    expect(topics(topicRows({ ...sources, unread }, false).rows)).toContain('topic 1');
  });
});
