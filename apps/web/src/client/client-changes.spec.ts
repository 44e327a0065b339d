import { ApiClient, ChatClient, type WireEvent, type WireState } from '@chat/chat-client';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ClientChanges } from './client-changes.js';
import { isSame } from './is-same.js';
import { RecordsView } from './records-view.js';

describe('ClientChanges', () => {
  let client: ChatClient;
  let changes: ClientChanges;
  let heard: string[];
  beforeEach(() => {
    client = new ChatClient(new ApiClient('http://nowhere'));
    const users = [7, 8].map((user_id) => ({ user_id, full_name: `Person ${user_id}`, avatar_url: '' }));
    client.replace({ user_id: 7, realm_name: 'Fernwood', realm_users: users } as unknown as WireState);
    changes = new ClientChanges(client);
    heard = [];
    changes.onPart('realm_name', () => heard.push('name'));
    changes.onPart('realm_users', () => heard.push('people'));
    for (const id of [7, 8]) changes.onRecord('realm_users', id, () => heard.push(`person ${id}`));
  });
  const apply = (event: object) => client.apply({ id: 1, ...event } as WireEvent);
  const rename = (user_id: number) =>
    apply({ type: 'realm_user', op: 'update', person: { user_id, full_name: 'New' } });

  it('reports a record to its own listeners and those of the list', () => {
    rename(8);

    expect(heard).toEqual(['people', 'person 8']);
  });

  it('reports everything after a new registration', () => {
    client.replace(client.state.toWire());

    expect(heard.sort()).toEqual(['name', 'people', 'person 7', 'person 8']);
  });

  it('does not report to a listener that ended', () => {
    const end = changes.onRecord('realm_users', 8, () => heard.push('ended'));
    end();
    rename(8);

    expect(heard).not.toContain('ended');
  });

  it('counts versions of the changed parts only', () => {
    const before = [changes.version('realm_users'), changes.version('realm_name')];
    rename(7);

    expect([changes.version('realm_users'), changes.version('realm_name')]).toEqual([Number(before[0]) + 1, before[1]]);
  });
});

describe('RecordsView', () => {
  it('reads the records without a copy', () => {
    const records = new Map([[1, 'a']]);
    const view = new RecordsView(records);
    records.set(2, 'b');

    expect([...view]).toEqual([...records]);
    expect([view.size, view.get(2), view.has(3), [...view.keys()], [...view.values()]]).toEqual([
      ...[2, 'b', false, [1, 2], ['a', 'b']],
    ]);
  });
});

describe('isSame', () => {
  it.each<[unknown, unknown, boolean]>([
    [1, 1, true],
    [[1, 2], [1, 2], true],
    [[1, 2], [2, 1], false],
    [{ a: 1 }, { a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [[], {}, false],
    [new Set([1]), new Set([1]), false],
    [null, undefined, false],
  ])('%j and %j: %s', (one, other, expected) => {
    expect(isSame(one, other)).toBe(expected);
  });
});
