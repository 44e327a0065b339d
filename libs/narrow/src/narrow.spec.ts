import { ApiError, badNarrow, badRequest } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { type MessageForReader, matchesNarrow, parseNarrow, parseQueueNarrow } from './index.js';

const errors = { badRequest, badNarrow };
const parsed = (term: unknown) => parseNarrow([term], errors)[0];

function refusal(value: unknown, parse = parseNarrow): string {
  try {
    parse(value, errors);
  } catch (error) {
    if (error instanceof ApiError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}

describe('parsing a narrow', () => {
  it.each([
    [['stream', 'Design'], { operator: 'stream', stream: 'Design', isNegated: false }],
    [
      { operator: 'stream', operand: 7, negated: true },
      { operator: 'stream', stream: 7, isNegated: true },
    ],
    [['subject', 'logo'], { operator: 'topic', topic: 'logo', isNegated: false }],
    [['pm-with', 'a@x.io, b@x.io'], { operator: 'dm', users: ['a@x.io', 'b@x.io'], isNegated: false }],
    [
      { operator: 'dm', operand: [3, 4] },
      { operator: 'dm', users: [3, 4], isNegated: false },
    ],
    [['is', 'private'], { operator: 'is', property: 'dm', isNegated: false }],
    [['-is', 'starred'], { operator: 'is', property: 'starred', isNegated: true }],
    [
      { operator: 'group-pm-with', operand: 5 },
      { operator: 'dm-including', user: 5, groupsOnly: true, isNegated: false },
    ],
    [['id', '12'], { operator: 'id', messageId: 12, isNegated: false }],
    [['pm_with', 'a@x.io'], { operator: 'dm', users: ['a@x.io'], isNegated: false }],
    [['near', '12'], { operator: 'near', isNegated: false }],
    [['search', ' two words '], { operator: 'search', query: 'two words', isNegated: false }],
  ])('%j', (term, expected) => {
    expect(parsed(term)).toEqual(expected);
  });

  it.each([
    [{}, 'BAD_REQUEST: narrow is not a list'],
    [[['stream']], 'BAD_REQUEST: narrow[0] is not a string pair'],
    [[['stream', 7]], 'BAD_REQUEST: narrow[0] is not a string pair'],
    [['stream'], 'BAD_REQUEST: narrow[0] is not a dict'],
    [[{ operand: 'x' }], 'BAD_REQUEST: operator key is missing from elem'],
    [[{ operator: 'topic' }], 'BAD_REQUEST: operand key is missing from elem'],
    [[{ operator: null, operand: 'x' }], 'BAD_REQUEST: elem["operator"] is not a string'],
    [[{ operator: 'topic', operand: 1 }], 'BAD_REQUEST: elem["operand"] is not a string'],
    [[{ operator: 'dm', operand: null }], 'BAD_REQUEST: elem["operand"] is not a string or an integer list'],
    [[{ operator: 'dm', operand: ['2'] }], 'BAD_REQUEST: elem["operand"][0] is not an integer'],
    [[['flavour', 'x']], 'BAD_NARROW: Invalid narrow operator: unknown operator flavour'],
    [[['is', 'blue']], "BAD_NARROW: Invalid narrow operator: unknown 'is' operand blue"],
    [[['has', 'fun']], "BAD_NARROW: Invalid narrow operator: unknown 'has' operand fun"],
    [[['id', 'x']], 'BAD_NARROW: Invalid narrow operator: Invalid message ID'],
    [[['search', '  ']], 'BAD_REQUEST: elem["operand"] cannot be blank.'],
    [Array.from({ length: 101 }, () => ['is', 'dm']), 'BAD_REQUEST: narrow has too many terms (limit: 100)'],
  ])('refuses %j', (value, expected) => {
    expect(refusal(value)).toBe(expected);
  });

  it.each(['is', 'has', 'near', 'in', 'search'])('refuses an operand of %s that is no text', (operator) => {
    expect(refusal([{ operator, operand: 2 }])).toBe('BAD_REQUEST: elem["operand"] is not a string');
  });

  it.each(['id', 'sender', 'stream', 'dm-including'])('refuses a list as operand of %s', (operator) => {
    expect(refusal([{ operator, operand: ['1'] }])).toBe('BAD_REQUEST: elem["operand"] is not a string or integer');
  });

  it.each([
    [[['search', 'x']], 'BAD_REQUEST: Operator search not supported.'],
    [[['flavour', 'x']], 'BAD_REQUEST: Operator flavour not supported.'],
    [[['flavour', 'x'], ['stream']], 'BAD_REQUEST: narrow[1] should have exactly 2 items'],
    [[['stream', 7]], 'BAD_REQUEST: narrow[0][1] is not a string'],
    [[['stream', 'x']], 'accepted'],
    [[{ operator: 'stream', operand: 7 }], 'accepted'],
  ])('for queues, of messages to come: %j', (value, expected) => {
    expect(refusal(value, parseQueueNarrow)).toBe(expected);
  });
});

const ana = { id: 1, email: 'ana@x.io' };
const ben = { id: 2, email: 'ben@x.io' };
const cleo = { id: 3, email: 'cleo@x.io' };

const inStream: MessageForReader = {
  messageId: 12,
  sender: ben,
  recipient: {
    kind: 'stream',
    streamId: 7,
    streamName: 'Design',
    topic: '✔ Logo',
    isPublic: true,
    isWebPublic: false,
  },
  readerId: 1,
  flags: ['mentioned'],
  content: 'Third draft: https://x.io',
  renderedContent: '<p>Third draft: <a href="https://x.io">https://x.io</a></p>',
  hasAttachment: false,
  isMuted: false,
};
const inDirect: MessageForReader = {
  ...inStream,
  recipient: { kind: 'direct', participants: [ana, ben] },
  flags: ['read'],
};
const inGroup: MessageForReader = { ...inDirect, recipient: { kind: 'direct', participants: [ana, ben, cleo] } };

const placed = (place: { streamName: string } | { topic: string }): MessageForReader => ({
  ...inStream,
  recipient: { ...(inStream.recipient as MessageForReader['recipient'] & { kind: 'stream' }), ...place },
});
const inTopic = (topic: string) => placed({ topic });
const inStreamNamed = (streamName: string) => placed({ streamName });

describe('matching a message', () => {
  it.each([
    [['stream', 'DESIGN'], inStream, true],
    [{ operator: 'stream', operand: 8 }, inStream, false],
    [{ operator: 'stream', operand: 8, negated: true }, inStream, true],
    [['streams', 'public'], inStream, true],
    [['streams', 'web-public'], inStream, false],
    [['topic', '✔ logo'], inStream, true],
    [['topic', 'logo'], inDirect, false],
    [['topic', 'STRASSE'], inTopic('straße'), true],
    [['topic', 'straße'], inTopic('STRAẞE'), true],
    [['topic', 'ΟΔΟΣ'], inTopic('οδος'), true],
    [['topic', 'i\u0307zmir'], inTopic('İZMIR'), true],
    [['topic', ' Logo\n'], inTopic('logo'), true],
    [['topic', 'izmir'], inTopic('İzmir'), false],
    [['stream', ' DESIGN '], inStream, true],
    [['stream', 'GROSS'], inStreamNamed('groß'), true],
    [['sender', 'BEN@x.io'], inStream, true],
    [['sender', ' ben@x.io '], inStream, true],
    [['is', 'dm'], inStream, false],
    [['is', 'private'], inDirect, true],
    [['is', 'mentioned'], inStream, true],
    [['is', 'unread'], inStream, true],
    [['is', 'unread'], inDirect, false],
    [['is', 'resolved'], inStream, true],
    [['dm', 'ben@x.io'], inDirect, true],
    [['dm', 'ben@x.io'], inGroup, false],
    [{ operator: 'dm', operand: [2, 3] }, inGroup, true],
    [{ operator: 'dm', operand: [1, 2, 3] }, inGroup, true],
    [{ operator: 'dm-including', operand: 2 }, inDirect, true],
    [{ operator: 'group-pm-with', operand: 2 }, inDirect, false],
    [{ operator: 'group-pm-with', operand: 2 }, inGroup, true],
    [['has', 'link'], inStream, true],
    [['has', 'image'], inStream, false],
    [['id', '12'], inStream, true],
    [{ operator: 'near', operand: '1', negated: true }, inStream, true],
    [['in', 'home'], { ...inStream, isMuted: true }, false],
    [['search', 'draft third'], inStream, true],
    [['search', '"third draft"'], inStream, true],
    [['search', '"draft third"'], inStream, false],
  ])('%j of %#', (term, message, expected) => {
    expect(matchesNarrow(parseNarrow([term], errors), message)).toBe(expected);
  });
});

it('the example in the README matches a message of the stream without a star', () => {
  const narrow = parseNarrow([['stream', 'design'], { operator: 'is', operand: 'starred', negated: true }], errors);
  const matches = (message: MessageForReader) => matchesNarrow(narrow, message);

  expect(matches(inStream)).toBe(true);
  expect(matches({ ...inStream, flags: ['starred'] })).toBe(false);
  expect(matches(inDirect)).toBe(false);
});
