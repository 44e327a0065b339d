import { describe, expect, it } from '@jest/globals';
import { type Address, inStream, inTopic, messagesThatAre, sentBy, withPeople } from '../addresses/index.js';
import { viewTitle } from './view-title.js';

const names = {
  text: (key: string, values: object = {}) => [key, ...Object.values(values)].join(' '),
  list: (items: readonly string[]) => items.join(' and '),
  streamName: (id: number) => (id === 1 ? 'design' : undefined),
  userName: (id: number) => ({ 7: 'Ada', 8: 'Ben' })[id],
  query: () => 'the query',
};
const narrow = (...terms: [string, string | number, boolean?][]): Address => ({
  view: 'narrow',
  terms: terms.map(([operator, operand, negated = false]) => ({ operator, operand, negated })),
});

describe('the title of a view', () => {
  it.each<[string, Address, string]>([
    ['an overview', { view: 'inbox' }, 'view.inbox'],
    ['all messages', narrow(), 'view.all'],
    ['a stream', inStream(1), 'design'],
    ['a topic', inTopic(1, 'Logo'), 'Logo'],
    ['a resolved topic', inTopic(1, '✔ Logo'), 'Logo'],
    ['people', withPeople([8, 7]), 'Ada and Ben'],
    ['unknown people', withPeople([9]), 'person.unknown'],
    ['a sender', sentBy(7), 'view.sent_by Ada'],
    ['mentions', messagesThatAre('mentioned'), 'view.mentions'],
    ['a search', narrow(['search', 'x']), 'view.search the query'],
    ['a topic in any stream', narrow(['topic', 'x']), 'view.search the query'],
    ['a negated stream', narrow(['stream', 1, true]), 'view.search the query'],
    ['several terms', narrow(['stream', 1], ['has', 'link']), 'view.search the query'],
  ])('of %s', (_, address, title) => expect(viewTitle(address, names)).toBe(title));
});
