import { allEndpoints, GetRealmImageUrls, Role } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FakeUser } from '../testing/fake-users.js';
import { TestGateway } from '../testing/test-gateway.js';
import { RealmImagesModule } from './realm-images.controller.js';

let gateway: TestGateway;
let member: FakeUser;

beforeAll(async () => {
  gateway = await TestGateway.start({
    endpoints: allEndpoints(),
    features: [RealmImagesModule],
    services: {
      'realm-settings': {
        [GetRealmImageUrls.pattern]: () => ({
          iconUrl: 'https://avatars.test/x?version=1',
          logoUrl: '/static/images/logo.svg?version=1',
          nightLogoUrl: '/user_avatars/1/realm/night_logo/t.png?version=2',
        }),
      },
    },
  });
  member = gateway.users.add();
});
afterAll(() => gateway.close());

const ask = (path: string, as?: FakeUser) => gateway.request('GET', path, as ? { as } : {});

describe('GET /realm/icon and GET /realm/logo', () => {
  it.each([
    ['/realm/icon', 'https://avatars.test/x?version=1'],
    ['/realm/icon?size=2&x=%0d%0a', 'https://avatars.test/x?version=1&size=2&x=%0d%0a'],
    ['/realm/logo?night=false', '/static/images/logo.svg?version=1'],
    ['/realm/logo?night=true', '/user_avatars/1/realm/night_logo/t.png?version=2'],
  ])('%s leads to %s', async (path, address) => {
    const { status, headers } = await ask(path, member);

    expect([status, headers.get('location')]).toEqual([302, address]);
  });

  it('are open to guests and bots', async () => {
    for (const fields of [{ role: Role.Guest }, { isBot: true }]) {
      expect((await ask('/realm/icon', gateway.users.add(fields))).status).toBe(302);
    }
  });

  it('need credentials, and a logo its kind', async () => {
    expect((await ask('/realm/icon')).status).toBe(401);
    expect((await ask('/realm/logo', member)).body).toMatchObject({ msg: "Missing 'night' argument" });
    expect((await ask('/realm/logo?night=dark', member)).status).toBe(400);
  });
});
