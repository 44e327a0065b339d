import { describe, expect, it } from '@jest/globals';
import { parseBasicCredentials } from './basic-credentials.js';

const KEY = 'abcdefghijklmnopqrstuvwxyz012345';
const encoded = (text: string) => Buffer.from(text).toString('base64');

describe('parseBasicCredentials', () => {
  it.each([`Basic ${encoded(`a@b.c:${KEY}`)}`, `basic  ${encoded(`a@b.c:${KEY}`)} `])('reads %j', (header) => {
    expect(parseBasicCredentials(header)).toEqual({ email: 'a@b.c', apiKey: KEY });
  });

  it.each([
    ['', 400, 'This endpoint requires HTTP basic authentication.'],
    ['Bearer abc', 400, 'This endpoint requires HTTP basic authentication.'],
    ['Basic', 401, 'Invalid authorization header for basic auth'],
    ['Basic a b', 401, 'Invalid authorization header for basic auth'],
    ['Basic ***', 401, 'Invalid authorization header for basic auth'],
    [`Basic ${encoded('nocolon')}`, 401, 'Invalid authorization header for basic auth'],
    [`Basic ${encoded(`a:b:${KEY}`)}`, 401, 'Invalid authorization header for basic auth'],
    [`Basic ${encoded('a@b.c:short')}`, 401, 'Malformed API key'],
    [`Basic ${encoded(`a@b.c:${KEY}x`)}`, 401, 'Malformed API key'],
    [`Basic ${encoded(`a@b.c:${KEY.slice(1)}-`)}`, 401, 'Malformed API key'],
    [`Basic ${encoded(`:${KEY}`)}`, 401, 'Invalid API key'],
    [`Basic ${encoded(`a\0@b.c:${KEY}`)}`, 401, 'Invalid API key'],
    [`Basic ${encoded(`${'a'.repeat(400)}:${KEY}`)}`, 401, 'Invalid API key'],
  ])('refuses %j', (header, status, message) => {
    expect(() => parseBasicCredentials(header)).toThrow(expect.objectContaining({ status, message }));
  });
});
