import { ApiClient, ChatClient, type WireState } from '@chat/chat-client';
import { expect, it } from '@jest/globals';
import { visibleStreams } from './visible-streams.js';

const stream = (stream_id: number, name: string) => ({ stream_id, name, subscribers: [] });
const client = new ChatClient(new ApiClient('http://nowhere'));
client.replace({
  subscriptions: [stream(1, 'sales'), stream(2, 'Design')],
  unsubscribed: [stream(3, 'web design')],
  never_subscribed: [stream(4, 'Développement')],
} as unknown as WireState);
const { compare } = new Intl.Collator('en');
const shown = (filter: string) =>
  visibleStreams(client, filter, compare).map(({ stream: { name }, isSubscribed }) => `${name} ${isSubscribed}`);

it('all streams are listed by name', () => {
  expect(shown('')).toEqual(['Design true', 'Développement false', 'sales true', 'web design false']);
});

it('a filter matches beginnings of words without accents, those of names first', () => {
  expect(shown('de')).toEqual(['Design true', 'Développement false', 'web design false']);
  expect(shown('xyz')).toEqual([]);
});
