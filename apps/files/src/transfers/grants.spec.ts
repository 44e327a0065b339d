import { beforeAll, describe, expect, it } from '@jest/globals';
import { Grants } from './grants.js';

beforeAll(() => {
  process.env['SECRET_KEY'] = Buffer.alloc(32, 7).toString('base64');
});

describe('a grant', () => {
  const now = Date.UTC(2030, 0, 1);

  it('opens with its payload for 30 seconds, in every process with the same secret', () => {
    const grant = new Grants().issue('PUT', '/uploads/1', { ownerId: 7 }, now);

    expect(new Grants().open('PUT', '/uploads/1', grant, now + 29_999)).toEqual({ ownerId: 7 });
    expect(new Grants().open('PUT', '/uploads/1', grant, now + 30_000)).toBeUndefined();
  });

  it.each([
    ['another verb', 'GET', '/uploads/1', (grant: string) => grant],
    ['another path', 'PUT', '/uploads/2', (grant: string) => grant],
    ['another payload', 'PUT', '/uploads/1', (grant: string) => `e30.${grant.split('.')[1]}`],
    ['a cut signature', 'PUT', '/uploads/1', (grant: string) => grant.slice(0, -2)],
    ['an empty text', 'PUT', '/uploads/1', () => ''],
    ['a dot', 'PUT', '/uploads/1', () => '.'],
  ])('does not open for %s', (_, verb, path, changed) => {
    const grants = new Grants();

    expect(
      grants.open(verb, path, changed(grants.issue('PUT', '/uploads/1', { ownerId: 7 }, now)), now),
    ).toBeUndefined();
  });

  it('of another secret does not open', () => {
    const grant = new Grants().issue('PUT', '/uploads/1', {}, now);
    process.env['SECRET_KEY'] = Buffer.alloc(32, 8).toString('base64');

    expect(new Grants().open('PUT', '/uploads/1', grant, now)).toBeUndefined();
  });
});
