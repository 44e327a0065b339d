import { describe, expect, it } from '@jest/globals';
import { readBody } from './read-body.js';

const FORM = 'application/x-www-form-urlencoded; charset=utf-8';
const JSON_TYPE = 'application/json';

const read = (body: 'json' | 'form' | 'json-or-form', type: string | undefined, text: string) =>
  readBody({ body }, type, text);

describe('bodies of webhooks', () => {
  it.each([
    ['JSON', 'json', JSON_TYPE, '{"a":1}', { a: 1 }],
    ['JSON with the content type of a form', 'json', FORM, '{"a":1}', { a: 1 }],
    ['JSON with a byte order mark', 'json', undefined, '\uFEFF{"a":1}', { a: 1 }],
    ['a form', 'form', FORM, 'a=1&b=x+y&a=2', { a: '2', b: 'x y' }],
    ['JSON in either form', 'json-or-form', JSON_TYPE, '{"a":1}', { a: 1 }],
    ['JSON in either form with the content type of a form', 'json-or-form', FORM, ' {"a":1}', { a: 1 }],
    ['a payload in a form', 'json-or-form', FORM, 'payload=%7B%22a%22%3A1%7D', { a: 1 }],
  ] as const)('are read: %s', (_case, form, type, text, body) => {
    expect(read(form, type, text)).toEqual(body);
  });

  it.each([
    ['malformed JSON', 'json', JSON_TYPE, '{', 'INVALID_JSON'],
    ['no JSON', 'json', JSON_TYPE, '', 'INVALID_JSON'],
    ['an empty body in place of JSON or a form', 'json-or-form', undefined, '', 'REQUEST_VARIABLE_MISSING'],
    ['an empty body with the content type of JSON', 'json-or-form', JSON_TYPE, '', 'INVALID_JSON'],
    ['a form without a payload', 'json-or-form', FORM, 'text=Hello', 'REQUEST_VARIABLE_MISSING'],
    ['a malformed payload in a form', 'json-or-form', FORM, 'payload=%7B', 'INVALID_JSON'],
  ] as const)('are refused: %s', (_case, form, type, text, code) => {
    expect(() => read(form, type, text)).toThrow(expect.objectContaining({ code }) as never);
  });
});
