import { describe, expect, it } from '@jest/globals';
import { inTopic, messagesThatAre, sentBy, withPeople } from '../addresses/index.js';
import { addressOfQuery, queryOfAddress, searchTokens, streamOfQuery } from './search-query.js';

const streams = new Map([
  ['design', 1],
  ['open source', 2],
]);
const people = new Map([
  ['ada lovelace', 7],
  ['ben', 8],
  ['me', 9],
]);
const names = { streamId: (name: string) => streams.get(name), userId: (name: string) => people.get(name) };
const narrow = (...terms: [string, string | number | number[], boolean?][]) => ({
  view: 'narrow',
  terms: terms.map(([operator, operand, negated = false]) => ({ operator, operand, negated })),
});

describe('a search query', () => {
  it.each([
    ['stream:Design topic:logo', inTopic(1, 'logo')],
    ['channel:"Open Source" topic:"two words"', inTopic(2, 'two words')],
    ['from:me', sentBy(9)],
    ['dm:ben,me', narrow(['dm', [8, 9]])],
    ['is:starred', messagesThatAre('starred')],
    ['-is:starred has:link plan', narrow(['is', 'starred', true], ['has', 'link'], ['search', 'plan'])],
    ['stream:design near:12', { ...narrow(['stream', 1]), near: 12 }],
    ['sender:"Ada Lovelace" release notes', narrow(['sender', 7], ['search', 'release notes'])],
  ])('%s opens a view', (query, address) => expect(addressOfQuery(query, names)).toEqual(address));

  it.each([
    ['stream:unknown', 'stream:unknown'],
    ['is:odd', 'is:odd'],
    ['https://x.example/a: b', 'https://x.example/a: b'],
    ['"quoted words" and -minus', 'quoted words and -minus'],
    ['id:abc', 'id:abc'],
  ])('%s without meaning is searched for', (query, words) => {
    expect(addressOfQuery(query, names)).toEqual(narrow(['search', words]));
  });

  it('reads an unfinished part', () => {
    expect(searchTokens('topic:"two wo').at(-1)).toEqual({ negated: false, operator: 'topic', text: 'two wo' });
    expect(searchTokens('stream:')).toEqual([{ negated: false, operator: undefined, text: 'stream:' }]);
  });

  it('is written from an address and leads back to it', () => {
    const shown = {
      streamName: (id: number) => (id === 2 ? 'open source' : undefined),
      userName: (id: number) => (id === 7 ? 'Ada Lovelace' : 'ben'),
    };
    for (const address of [
      inTopic(2, 'a b', 4),
      withPeople([8]),
      sentBy(7),
      addressOfQuery('-has:link words here', names),
    ]) {
      expect(addressOfQuery(queryOfAddress(address, shown), names)).toEqual(address);
    }
    expect(queryOfAddress({ view: 'inbox' }, shown)).toBe('');
  });
});

it('a query names a stream by its operator', () => {
  expect(streamOfQuery('stream:design lo', names)).toBe(1);
  expect(streamOfQuery('stream:"open source" topic:', names)).toBe(2);
  expect(streamOfQuery('-stream:design', names)).toBeUndefined();
  expect(streamOfQuery('design', names)).toBeUndefined();
});
