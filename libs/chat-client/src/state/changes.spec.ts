import { describe, expect, it } from '@jest/globals';
import type { WireEvent } from '../event-reader.js';
import { ClientState } from './client-state.js';
import type { WireState } from './wire-state.js';

const PEOPLE = 10_000;
const ids = Array.from({ length: PEOPLE }, (_, n) => n + 1);
const large = () =>
  new ClientState({
    user_id: 1,
    realm_users: ids.map((user_id) => ({ user_id, full_name: `Person ${user_id}`, avatar_url: '' })),
    subscriptions: [{ stream_id: 4, name: 'design', subscribers: ids }],
    never_subscribed: [],
    unread_msgs: { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false },
    realm_name: 'Fernwood',
  } as unknown as WireState);
const event = (fields: object): WireEvent => ({ id: 1, ...fields }) as WireEvent;

describe('changes of the state', () => {
  it.each<[string, object, object]>([
    [
      'a record by its id',
      { type: 'realm_user', op: 'update', person: { user_id: 7, full_name: 'New' } },
      { realm_users: [7] },
    ],
    ['a field', { type: 'realm', op: 'update', property: 'name', value: 'Elmwood' }, { realm_name: 'all' }],
    [
      'people of a stream',
      { type: 'subscription', op: 'peer_remove', stream_ids: [4], user_ids: [9] },
      { subscriptions: [4] },
    ],
    [
      'an unread message by its id',
      {
        type: 'message',
        message: { id: 50, type: 'stream', stream_id: 4, display_recipient: 'design', subject: 'logo' },
        flags: [],
      },
      { unread: [50] },
    ],
    ['nothing by an unknown event', { type: 'heartbeat' }, {}],
    ['nothing in parts that were not fetched', { type: 'drafts', op: 'remove', draft_id: 3 }, {}],
  ])('name %s', (_, fields, expected) => {
    const changes = large().apply(event(fields));

    const named = [...changes].map(([part, keys]) => [part, keys === 'all' ? keys : [...keys]]);
    expect(Object.fromEntries(named)).toEqual(expected);
  });

  it('leave every other record the same object', () => {
    const state = large();
    const before = new Map(state.records('realm_users'));

    state.apply(event({ type: 'realm_user', op: 'update', person: { user_id: 7, full_name: 'New' } }));

    const after = state.records('realm_users');
    expect(ids.filter((id) => after.get(id) !== before.get(id))).toEqual([7]);
  });

  it('copy no list of people when a person joins a stream', () => {
    const state = large();
    const before = state.records('subscriptions').get(4);

    state.apply(event({ type: 'subscription', op: 'peer_add', stream_ids: [4], user_ids: [PEOPLE + 1] }));

    const after = state.records('subscriptions').get(4);
    expect(after).not.toBe(before);
    expect(after?.subscribers).toBe(before?.subscribers);
    expect(after?.subscribers?.has(PEOPLE + 1)).toBe(true);
    expect(after?.subscribers?.size).toBe(PEOPLE + 1);
  });
});
