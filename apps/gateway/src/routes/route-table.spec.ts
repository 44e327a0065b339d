import { type Class, camelCase, defineField, id, NoFields, text } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';

import { RouteTable } from './route-table.js';

function parametersIn(path: string, hasText: boolean): Class {
  abstract class Parameters {}
  for (const [, name = ''] of path.matchAll(/\{([^}]+)\}/g)) {
    defineField(Parameters, camelCase(name), hasText ? text() : id(), { wireName: name });
  }
  return Parameters;
}

const serve = (method: 'GET' | 'PATCH' | 'DELETE', path: string, hasText = false) => ({
  endpoint: {
    pattern: 'gateway.samples.get',
    method,
    path,
    access: 'user' as const,
    summary: '',
    isRepeatable: true,
    parameters: parametersIn(path, hasText),
    response: NoFields,
  },
  handle: () => ({}),
});

describe('RouteTable', () => {
  const table = new RouteTable([
    serve('GET', '/users/me'),
    serve('GET', '/users/{email}', true),
    serve('GET', '/users/{user_id}'),
    serve('PATCH', '/users/{user_id}'),
    serve('DELETE', '/users/me'),
    serve('GET', '/users/{user_id}/subscriptions/{stream_id}'),
  ]);

  it.each([
    ['/api/v1/users/me', ['DELETE', 'GET', 'HEAD']],
    ['/api/v1/users/7', ['GET', 'HEAD', 'PATCH']],
    ['/api/v1/users/a@b.c', ['GET', 'HEAD']],
    ['/api/v1/users/7/subscriptions/x', []],
    ['/api/v1/nothing', []],
    ['/api/v1/users/me/more', []],
  ])('knows the methods at %s', (path, methods) => {
    expect(table.methodsAt(path)).toEqual(methods);
  });

  it('finds the page of a path with values that cannot be read', () => {
    const page = serve('GET', '/links/{key}', true);
    const pages = new RouteTable([
      { ...page, endpoint: { ...page.endpoint, atRoot: true, isPage: true } },
      serve('GET', '/users/{email}', true),
    ]);

    expect(pages.readablePagePath('GET', '/links/%zz')).toBe('/links/-');
    expect(pages.readablePagePath('HEAD', `/links/${'x'.repeat(1_001)}`)).toBe('/links/-');
    expect(pages.readablePagePath('GET', '/links/good')).toBeUndefined();
    expect(pages.readablePagePath('POST', '/links/%zz')).toBeUndefined();
    expect(pages.readablePagePath('GET', '/api/v1/users/%zz')).toBeUndefined();
  });

  it('refuses two endpoints for the same requests', () => {
    expect(() => new RouteTable([serve('GET', '/users/{user_id}'), serve('GET', '/users/{id}')])).toThrow(
      'Two endpoints serve GET /api/v1/users/{id}.',
    );
  });

  it('reads path values, an id beyond any store as the greatest that it holds', () => {
    const read = (path: Record<string, string>) => table.routes.at(-1)?.parameters.read(path, new Map(), new Map());

    expect(read({ user_id: '007', stream_id: '99999999999999999999' })).toEqual({
      userId: 7,
      streamId: Number.MAX_SAFE_INTEGER,
    });
    expect(read({ user_id: '2147483648', stream_id: '9007199254740991' })).toEqual({
      userId: 2_147_483_648,
      streamId: Number.MAX_SAFE_INTEGER,
    });
  });
});
