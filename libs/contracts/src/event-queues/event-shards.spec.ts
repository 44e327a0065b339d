import { describe, expect, it } from '@jest/globals';
import { parseEventShardNotice, queueIdsOfNotice } from './event-shards.js';

describe('parseEventShardNotice', () => {
  it('reads news and the poll that waits', () => {
    expect(parseEventShardNotice('')).toEqual({ kind: 'news', queueIds: [] });
    expect(parseEventShardNotice('0-a,0-b')).toEqual({ kind: 'news', queueIds: ['0-a', '0-b'] });
    expect(parseEventShardNotice('!0-a g.1')).toEqual({ kind: 'superseded', queueId: '0-a', poll: 'g.1' });
  });

  it('reads events: bodies once, own members before them', () => {
    const lines = [
      '0-a,0-b,0-c,0-d,=',
      '3 2',
      '"type":"x"',
      '"type":"y"',
      '4 1',
      '0 ',
      '7 1',
      '0 ',
      '9 2',
      '0 "f":[]',
      '1 ',
    ];
    const told = parseEventShardNotice(lines.join('\n'));
    expect(told).toEqual({
      kind: 'events',
      queues: [
        { queueId: '0-a', firstId: 4, events: ['"type":"x"'] },
        { queueId: '0-b', firstId: 7, events: ['"type":"x"'] },
        { queueId: '0-c', firstId: 9, events: ['"f":[],"type":"x"', '"type":"y"'] },
      ],
      queueIds: ['0-d'],
    });
  });
});

describe('queueIdsOfNotice', () => {
  it.each([
    ['no queue', '', []],
    ['queues with news', '0-a,0-b', ['0-a', '0-b']],
    ['queues with events and queues with news', '0-a,0-b,=\n1 1\n"type":"x,y"\n4 1\n0 ', ['0-a', '0-b']],
    ['a poll that waits', '!0-a g.1', []],
  ])('reads a notice of %s', (_case, text, queueIds) => {
    expect(queueIdsOfNotice(text)).toEqual(queueIds);
  });
});
