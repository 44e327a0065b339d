import { describe, expect, it } from '@jest/globals';
import { Any, Bool, List, MismatchedPayload, Num, Obj, readPayload, Text, TextList, TextMap } from './fields.js';

class Person {
  @Text({ required: true }) name!: string;
}

class Base {
  @Text() htmlUrl?: string;
}

class Payload extends Base {
  @Num() count?: number;
  @Bool() merged?: boolean;
  @Obj(() => Person) owner?: Person;
  @List(() => Person) people?: Person[];
  @TextList() labels?: string[];
  @TextMap() headers?: ReadonlyMap<string, string>;
  @Any({ key: 'toString' }) own?: unknown;
}

const read = (value: unknown) => readPayload(Payload, value);

describe('readPayload', () => {
  it('reads parts by their names in snake_case, those of a base class, too', () => {
    const payload = read({ html_url: 'u', count: 2, merged: false, owner: { name: 'Ana' }, labels: ['a'], other: 1 });
    expect({ ...payload }).toEqual({ htmlUrl: 'u', count: 2, merged: false, owner: { name: 'Ana' }, labels: ['a'] });
  });

  it('takes numbers as texts and texts as numbers', () => {
    expect(read({ html_url: 4, count: '4.5' })).toMatchObject({ htmlUrl: '4', count: 4.5 });
  });

  it.each([
    { html_url: null, count: null, merged: null, owner: null, people: null, labels: null, headers: null },
    { html_url: {}, count: 'x', merged: 1, owner: [], people: {}, labels: 'a', headers: [] },
    { html_url: true, count: ' ', merged: 'true', owner: 'Ana', people: 'Ana', labels: {}, headers: 'a' },
  ])('leaves out parts of another type: %j', (value) => {
    expect({ ...read(value) }).toEqual({});
  });

  it('leaves out items of another type', () => {
    const payload = read({ people: [null, 1, { name: 'Ana' }], labels: ['a', null, {}, 2], headers: { a: 1, b: {} } });
    expect(payload.people).toEqual([{ name: 'Ana' }]);
    expect(payload.labels).toEqual(['a', '2']);
    expect([...(payload.headers ?? [])]).toEqual([['a', '1']]);
  });

  it.each([null, undefined, 'text', 4, true, [], [{}]])('refuses %j, which is no object', (value) => {
    expect(() => read(value)).toThrow(MismatchedPayload);
  });

  it.each([{}, { name: null }, { name: {} }])('refuses %j without a required part', (value) => {
    expect(() => readPayload(Person, value)).toThrow(MismatchedPayload);
  });

  it('removes null characters and lone surrogates', () => {
    expect(read({ html_url: 'a\0b\ud800c' }).htmlUrl).toBe('ab\ufffdc');
  });

  it('cuts huge texts and lists', () => {
    const payload = read({ html_url: 'a'.repeat(100_000), labels: Array(10_000).fill('a') });
    expect(payload.htmlUrl).toHaveLength(20_000);
    expect(payload.labels).toHaveLength(2_000);
  });

  it('reads no key of a prototype, and changes none', () => {
    const payload = read(JSON.parse('{"__proto__": {"count": 1, "polluted": true}, "headers": {"__proto__": "a"}}'));
    expect(payload.own).toBeUndefined();
    expect(payload.count).toBeUndefined();
    expect(payload.headers?.get('__proto__')).toBe('a');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
