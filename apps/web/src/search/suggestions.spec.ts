import { describe, expect, it } from '@jest/globals';
import { inStream, inTopic, messagesThatAre, withPeople } from '../addresses/index.js';
import { type SearchDirectory, suggestionsFor } from './suggestions.js';

const streams = [
  { id: 1, name: 'design' },
  { id: 2, name: 'Développement' },
];
const people = [
  { id: 7, name: 'Ada Lovelace' },
  { id: 8, name: 'Desmond Ito' },
];
const directory: SearchDirectory = {
  streams,
  people,
  topics: [
    { streamId: 1, topic: 'Desk lamps' },
    { streamId: 2, topic: 'Deploys' },
  ],
  views: [{ name: 'Drafts', icon: 'pen', address: { view: 'drafts' } }],
  streamId: (name) => ({ design: 1, developpement: 2 })[name],
  userId: (name) => ({ 'ada lovelace': 7, 'desmond ito': 8 })[name],
};
const shown = (query: string) => suggestionsFor(query, directory).map(({ title, effect }) => [title, effect]);

describe('suggestions', () => {
  it('are the search itself, streams, topics and people, without accents', () => {
    expect(shown('de')).toEqual([
      ['de', { opens: { view: 'narrow', terms: [{ operator: 'search', operand: 'de', negated: false }] } }],
      ['design', { opens: inStream(1) }],
      ['Développement', { opens: inStream(2) }],
      ['Desk lamps', { opens: inTopic(1, 'Desk lamps') }],
      ['Deploys', { opens: inTopic(2, 'Deploys') }],
      ['Desmond Ito', { opens: withPeople([8]) }],
    ]);
  });

  it('complete operators', () => expect(shown('st').map(([title]) => title)).toEqual(['st', 'stream:']));

  it('complete operands, those after other parts too', () => {
    expect(shown('stream:dev').slice(1)).toEqual([['Développement', { completes: 'stream:Développement ' }]]);
    expect(shown('stream:design topic:').slice(1)).toEqual([
      ['Desk lamps', { completes: 'stream:design topic:"Desk lamps" ' }],
    ]);
    expect(shown('is:star').slice(1)).toEqual([['is:starred', { opens: messagesThatAre('starred') }]]);
    expect(shown('-is:star plan -has:li').slice(1)).toEqual([['-has:link', { completes: '-is:star plan -has:link ' }]]);
    expect(shown('dm:ada').slice(1)).toEqual([['Ada Lovelace', { opens: withPeople([7]) }]]);
  });

  it('offer views and operators for an empty field', () => {
    expect(shown('').map(([title]) => title)).toEqual(['Drafts', 'stream:', 'topic:', 'sender:', 'dm:', 'is:', 'has:']);
  });
});
