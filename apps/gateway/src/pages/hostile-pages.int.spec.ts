import * as contracts from '@chat/contracts';
import {
  allEndpoints,
  badRequest,
  type Class,
  type Endpoint,
  fieldsOf,
  fullPathOf,
  GetRealm,
  isServedByGateway,
  ResolveRealm,
  SERVICES,
  type ServiceName,
  ServiceRequest,
  serviceOf,
} from '@chat/contracts';
import { RequestValidationPipe } from '@chat/redis-rpc';
import { type FakeHandlers, realmRecord } from '@chat/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import fc from 'fast-check';
import { FEATURES } from '../gateway.module.js';
import { TEST_REALM_ID } from '../testing/fake-users.js';
import { TestGateway } from '../testing/test-gateway.js';

/* Hostile values in every field and path of every page. The services check requests as they do, and then refuse them. */

const REALM = realmRecord({ realmId: TEST_REALM_ID, url: 'http://chat.example', botDomain: 'chat.example' });
const RUNS_PER_PAGE = 12;
const SOUND_STATUSES = [200, 302, 400, 403, 404, 413, 429];

const pipe = new RequestValidationPipe();
const isRequestClass = (value: unknown): value is Class & { pattern: string } =>
  typeof value === 'function' && value.prototype instanceof ServiceRequest && 'pattern' in value;

const refuse = (): never => {
  throw badRequest('Refused by the test.');
};

function refusingServices(): Partial<Record<ServiceName, FakeHandlers>> {
  const services = Object.fromEntries(SERVICES.map((service) => [service, {} as Record<string, FakeHandlers[string]>]));
  for (const request of Object.values(contracts).filter(isRequestClass)) {
    const handlers = services[serviceOf(request.pattern)];
    if (handlers === undefined) continue;
    handlers[request.pattern] = (body: unknown) => {
      pipe.transform(body, { type: 'body', metatype: request as unknown as Type });
      refuse();
    };
  }
  for (const { pattern } of allEndpoints().filter((endpoint) => !isServedByGateway(endpoint))) {
    const handlers = services[serviceOf(pattern)];
    if (handlers !== undefined) handlers[pattern] = () => refuse();
  }
  const settings = services['realm-settings'] as Record<string, FakeHandlers[string]>;
  settings[GetRealm.pattern] = () => ({ sequence: 1, state: REALM });
  settings[ResolveRealm.pattern] = () => ({ realmId: TEST_REALM_ID, isDeactivated: false });
  for (const pattern of ['users.credentials.verify', 'users.sessions.verify']) delete services['users']?.[pattern];
  return services as Partial<Record<ServiceName, FakeHandlers>>;
}

const gateway = await TestGateway.start({
  features: FEATURES,
  settings: { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 } },
  services: refusingServices(),
});
afterAll(() => gateway.close());

const token = 'c'.repeat(43);
const headers = { cookie: `csrftoken=${token}`, 'content-type': 'application/x-www-form-urlencoded' };
const MARK = '<script>alert(1)</script>';

/** Values as they stand in a form. */
const hostileValue = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      '%00',
      '%ff',
      '%',
      '%zz',
      '%ed%a0%80',
      '%0d%0aSet-Cookie:x=1',
      '%2e%2e%2f',
      '%F0%9F%98%80',
      'null',
      '[]',
      '{}',
    ],
    ...[
      '-1',
      '1e99',
      '9'.repeat(400),
      'NaN',
      'x'.repeat(100_000),
      '//evil.example',
      'javascript:alert(1)',
      '%e2%80%ae',
    ],
    encodeURIComponent(`"'>${MARK}`),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }).map(encodeURIComponent),
);

/** A form: each known field up to three times, and unknown ones. */
const formOf = (names: readonly string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...names, '__proto__', 'constructor', 'role', 'client'), hostileValue), {
      maxLength: 3 * (names.length + 1),
    })
    .map((fields) => fields.map(([name, value]) => `${name}=${value}`).join('&'));

const pages = allEndpoints().filter(({ isPage }) => isPage === true);
const pathIn = (endpoint: Endpoint, value: string): string =>
  fullPathOf(endpoint).replaceAll(/\{\w+\}/g, encodeURIComponent(decoded(value).slice(0, 500)));

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

describe.each(pages.map((page) => [`${page.method} ${page.path}`, page] as const))('%s', (_, page) => {
  const names = fieldsOf(page.parameters).map(({ wireName }) => wireName);

  it('responds to hostile values with a sound page', async () => {
    await fc.assert(
      fc.asyncProperty(formOf(names), hostileValue, async (form, value) => {
        const isRead = page.method === 'GET';
        const path = `${pathIn(page, value)}/${isRead && form.length < 8_000 ? `?${form}` : ''}`;
        const body = isRead ? {} : { body: `csrfmiddlewaretoken=${token}&${form}` };
        const response = await gateway.request(page.method, path, { prefix: '', headers, ...body });

        expect(SOUND_STATUSES).toContain(response.status);
        expect(response.text).not.toContain(MARK);
        expect(response.headers.get('set-cookie') ?? '').not.toContain('x=1');
        const location = response.headers.get('location');
        if (location !== null) expect(new URL(location, gateway.origin).origin).toBe(gateway.origin);
      }),
      { numRuns: RUNS_PER_PAGE },
    );
  });
});
