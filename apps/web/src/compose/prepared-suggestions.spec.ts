import { randomUUID } from 'node:crypto';
import { ApiClient, ChatClient, type WireEvent, type WireState } from '@chat/chat-client';
import { expect, it, jest } from '@jest/globals';
import { MAX_SUGGESTIONS, nearest } from '../typeahead/index.js';
import { peopleOf, prepareSuggestions } from './prepared-suggestions.js';

const PEOPLE = 10_000;
/** No other test of the process has folded names and queries with it. */
const FIRST_NAME = `P${randomUUID()}`;

it('prepared suggestions fold ten thousand names before the first key, and one for a name that changes', () => {
  const client = new ChatClient(new ApiClient('http://nowhere'));
  client.replace({
    ...{ user_id: 1, realm_user_groups: [], subscriptions: [], unsubscribed: [], never_subscribed: [] },
    realm_users: Array.from({ length: PEOPLE }, (_, n) => ({ user_id: n + 1, full_name: `${FIRST_NAME} ${n}` })),
  } as unknown as WireState);
  const normalize = jest.spyOn(String.prototype, 'normalize');
  const folded = () => normalize.mock.calls.length;

  prepareSuggestions(client);
  expect(folded()).toBe(PEOPLE);

  for (const query of [FIRST_NAME.slice(0, 20), `${FIRST_NAME} 9`.toLowerCase()]) {
    expect(nearest(peopleOf(client), query, () => 0)).toHaveLength(MAX_SUGGESTIONS);
  }
  expect(folded()).toBe(PEOPLE + 2);

  const person = { user_id: 7, full_name: `Grace ${FIRST_NAME}` };
  client.apply({ id: 1, type: 'realm_user', op: 'update', person } as unknown as WireEvent);
  expect(nearest(peopleOf(client), `grace ${FIRST_NAME}`, () => 0)).toMatchObject([{ userId: 7 }]);
  expect(folded()).toBe(PEOPLE + 4);
});
