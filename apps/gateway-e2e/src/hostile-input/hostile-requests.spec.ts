import { describe, expect, it } from '@jest/globals';
import type { ApiOperation, ApiParameter, Schema } from '../support/api-description.js';
import { HostileRequests } from './hostile-requests.js';
import { HUGE_VALUES, ODD_VALUES_BY_KIND } from './odd-values.js';
import { TriedRules } from './tried-rules.js';

const parameter = (name: string, schema: Schema): ApiParameter => ({ name, isRequired: false, schema });
const NUMBER: Schema = { type: 'integer' };
const TEXT: Schema = { type: 'string' };
const LIST: Schema = { type: 'array', items: { type: 'integer' } };

function operation(name: string, ...parameters: readonly ApiParameter[]): ApiOperation {
  const [method = '', path = ''] = name.split(' ');
  return { method, path, name, access: 'user', pathParameters: [], parameters, takesFiles: false, takesJson: false };
}

const requestsFor = (asked: ApiOperation) =>
  new HostileRequests(asked, { host: 'chat.test', authorization: '' }, {}, [asked.method]);

/** Values of each kind that a parameter gets. */
function valuesOf(name: string, all: Iterable<{ readonly what: string }>) {
  const sent = new Set([...all].map(({ what }) => what));
  const has = (value: string) => sent.has(`${name}=${JSON.stringify(value)}`);
  return Object.fromEntries(
    Object.entries(ODD_VALUES_BY_KIND).map(([kind, values]) => [kind, values.filter(has).length] as const),
  );
}

const numbers = ODD_VALUES_BY_KIND.numbers.length;
const texts = ODD_VALUES_BY_KIND.texts.length;
const json = ODD_VALUES_BY_KIND.json.length;
const bytes = ODD_VALUES_BY_KIND.bytes.length;

describe('odd values', () => {
  it('all meet the first parameter with a rule, and some of each kind every other one', () => {
    const rules = new TriedRules();
    const one = operation('POST /one', parameter('first', NUMBER), parameter('second', NUMBER));
    const sent = [...requestsFor(one).oddValues(rules)];

    expect(valuesOf('first', sent)).toEqual({ numbers, texts, json, bytes });
    for (const count of Object.values(valuesOf('second', sent))) {
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThan(bytes);
    }
  });

  it('of its own kind all meet a text and a document of each further endpoint', () => {
    const rules = new TriedRules();
    const parameters = [parameter('name', TEXT), parameter('ids', LIST)];
    const [first, second] = ['POST /one', 'POST /another'].map((name, place) =>
      operation(name, ...parameters, parameter(`other${place}`, NUMBER)),
    ) as [ApiOperation, ApiOperation];

    const before = [...requestsFor(first).oddValues(rules)];
    const after = [...requestsFor(second).oddValues(rules)];

    for (const name of ['name', 'ids']) expect(valuesOf(name, before)).toEqual({ numbers, texts, json, bytes });
    expect(valuesOf('name', after).texts).toBe(texts);
    expect(valuesOf('ids', after).json).toBe(json);
    for (const name of ['name', 'ids'])
      for (const count of Object.values(valuesOf(name, after))) expect(count).toBeGreaterThan(0);
    const places = (sent: typeof before) => sent.filter(({ what }) => /^ids="\[[^"]/.test(what)).length;
    expect(places(after)).toBeGreaterThan(0);
    expect(places(after)).toBe(places(before));
  });
});

it('huge values all meet the first text, and some the text of each further endpoint', () => {
  const rules = new TriedRules();
  const [first, second] = ['POST /one', 'POST /another'].map((name) => operation(name, parameter('name', TEXT)));
  const count = (asked: ApiOperation | undefined) => [...requestsFor(asked as ApiOperation).hugeValues(rules)].length;

  expect(count(first)).toBe(HUGE_VALUES.length);
  expect(count(second)).toBeGreaterThan(2);
});

it('odd bodies all meet the first endpoint that takes a form, and some every other one', () => {
  const rules = new TriedRules();
  const bodiesOf = (name: string) =>
    [...requestsFor(operation(name)).oddForms(rules)].filter(({ request }) => request.method === 'POST').length;

  const first = bodiesOf('POST /one');
  const second = bodiesOf('POST /another');

  expect(first).toBeGreaterThan(35);
  expect(second).toBeGreaterThan(8);
  expect(second).toBeLessThan(first / 2);
});
