import { type ClientEventMapping, type ClientTraits, NO_CAPABILITIES, type Reader, Role } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { testReader } from '../testing/test-reader.js';
import { MappedEvent } from './mapped-event.js';

const reader = (userId: number, role: Role = Role.Member): Reader => testReader({ userId, role });
const traits = (changes: Partial<ClientTraits> = {}): ClientTraits => ({
  applyMarkdown: true,
  clientExtavatar: true,
  slimPresence: false,
  includeSubscribers: false,
  capabilities: NO_CAPABILITIES,
  ...changes,
});

function mapped(forClient: ClientEventMapping<unknown>['forClient']) {
  let calls = 0;
  const mapping = {
    source: {} as never,
    audience: () => ({ kind: 'realm' as const }),
    forClient: (...args: Parameters<typeof forClient>) => {
      calls++;
      return forClient(...args);
    },
  };
  const event = new MappedEvent(mapping, { payload: {} } as never);
  const bodies = (who: Reader, client = traits()) => event.textsFor(who, client).map(({ body }) => body);
  return { bodies, calls: () => calls };
}

describe('a mapped event', () => {
  it('is mapped once for readers with equal values in the fields that the mapping reads', () => {
    const { bodies, calls } = mapped((_, { role }) => [{ type: 'x', for: role }]);

    expect([bodies(reader(1)), bodies(reader(2)), bodies(reader(3, Role.Guest))]).toEqual([
      ['"type":"x","for":400'],
      ['"type":"x","for":400'],
      ['"type":"x","for":600'],
    ]);
    expect(calls()).toBe(2);
  });

  it('is mapped again if another branch of the mapping reads more fields', () => {
    const { bodies, calls } = mapped((_, { role, userId }) =>
      role === Role.Owner ? [{ type: 'x' }] : [{ type: 'x', me: userId }],
    );
    const lazily = mapped((_, who) => (who.role === Role.Owner ? [] : [{ type: 'x', me: who.userId }]));

    expect(bodies(reader(1))).not.toEqual(bodies(reader(2)));
    expect(calls()).toBe(2);
    expect([1, 2].map((id) => lazily.bodies(reader(id, Role.Owner)))).toEqual([[], []]);
    expect(lazily.bodies(reader(3))).toEqual(['"type":"x","me":3']);
    expect(lazily.bodies(reader(4))).toEqual(['"type":"x","me":4']);
    expect(lazily.calls()).toBe(3);
  });

  it('is mapped for each reader if the mapping reads subscriptions', () => {
    const { bodies } = mapped((_, who) => [{ type: 'x', is: who.isSubscribedTo(5) }]);

    const inside = testReader({ userId: 2, streamIds: [5] });
    expect([reader(1), inside].map((who) => bodies(who))).toEqual([
      ['"type":"x","is":false'],
      ['"type":"x","is":true'],
    ]);
  });

  it('records fields that are spread, and capabilities', () => {
    const spread = mapped((_, who) => [{ type: 'x', ...who }]);
    const capable = mapped((_, __, { capabilities }) => (capabilities.bulkMessageDeletion ? [] : [{ type: 'x' }]));
    const bulk = traits({ capabilities: { ...traits().capabilities, bulkMessageDeletion: true } });

    expect(spread.bodies(reader(1))).not.toEqual(spread.bodies(reader(2)));
    expect([capable.bodies(reader(1)), capable.bodies(reader(1), bulk)]).toEqual([['"type":"x"'], []]);
  });
});
