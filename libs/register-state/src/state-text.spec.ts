import { JsonText } from '@chat/redis-rpc';
import { describe, expect, it } from '@jest/globals';
import { readStateText } from './read-state-text.js';
import { registerStateText, SharedList, TextBlock } from './register-state-text.js';

const first = new TextBlock('{"id":1,"name":"},\\"shared\\":{\\"lists\\":{"},{"id":2}');
const last = new TextBlock('{"id":4}');
const fields = {
  own: { shared: { lists: {} } },
  written: new JsonText('[1]'),
  people: new SharedList([first, '{"id":3}', last, '']),
  bots: new SharedList([]),
};
const everything = {
  own: { shared: { lists: {} } },
  written: [1],
  people: [{ id: 1, name: '},"shared":{"lists":{' }, { id: 2 }, { id: 3 }, { id: 4 }],
  bots: [],
};

describe('the text of a registration’s state', () => {
  it('has all fields in the state for a reader without blocks', () => {
    const { text } = registerStateText(7, fields, undefined);

    expect(JSON.parse(text)).toEqual({ sequence: 7, state: everything });
    const read = readStateText(text);
    expect(read).toEqual({ sequence: 7, members: JSON.stringify(everything).slice(1, -1), shared: undefined });
  });

  it('names blocks, and brings those that are not known', () => {
    const { text } = registerStateText(7, fields, [first.name]);

    const { sequence, members, shared } = readStateText(text);
    expect(sequence).toBe(7);
    expect(JSON.parse(`{${members}}`)).toEqual({ own: everything.own, written: [1] });
    expect(shared?.lists.get('people')).toEqual([{ name: first.name }, { elements: '{"id":3}' }, { name: last.name }]);
    expect(shared?.lists.get('bots')).toEqual([]);
    expect(shared?.blocks).toEqual(new Map([[last.name, last.elements]]));
  });

  it('is read the same after another serialization with unknown fields', () => {
    const { text } = registerStateText(7, fields, [first.name]);
    const parsed = JSON.parse(text) as { shared: { lists: object; blocks: object } };
    const shared = {
      lists: { ...parsed.shared.lists, of_tomorrow: 1 },
      blocks: { ...parsed.shared.blocks, of_tomorrow: {} },
      of_tomorrow: {},
    };

    for (const later of [2, { list: [1] }]) {
      expect(readStateText(JSON.stringify({ ...parsed, shared, later }))).toEqual(readStateText(text));
      expect(readStateText(JSON.stringify({ later, ...parsed, shared }))).toEqual(readStateText(text));
    }
  });

  it.each([[undefined], [[first.name]]])('has subscriptions at the end, for a reader with %j', (known) => {
    const { text } = registerStateText(7, fields, known, [3, 5]);

    expect(text.endsWith('"subscribedStreamIds":[3,5]}')).toBe(true);
    expect(readStateText(text)).toEqual({
      ...readStateText(registerStateText(7, fields, known).text),
      subscribedStreamIds: [3, 5],
    });
    expect(readStateText(JSON.stringify({ later: 1, ...JSON.parse(text) })).subscribedStreamIds).toEqual([3, 5]);
  });

  it('may have lists alone', () => {
    const { members, shared } = readStateText(registerStateText(7, { people: fields.people }, []).text);

    expect(members).toBe('');
    expect(shared?.blocks.size).toBe(2);
  });

  it('names a block by its content', () => {
    expect(new TextBlock(last.elements).name).toBe(last.name);
    expect(new TextBlock('{"id":5}').name).not.toBe(last.name);
  });

  it('is written and read by the example in the README', () => {
    const request = { known: [first.name] };

    const { text } = registerStateText(7, { people: new SharedList([first, last]) }, request.known);
    const { sequence, members, shared } = readStateText(text);

    expect([sequence, members]).toEqual([7, '']);
    expect(shared?.lists.get('people')).toEqual([{ name: first.name }, { name: last.name }]);
    expect(shared?.blocks).toEqual(new Map([[last.name, last.elements]]));
  });
});
