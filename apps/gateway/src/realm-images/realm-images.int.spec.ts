import {
  allEndpoints,
  GetRealmImageUrls,
  ReadAvatar,
  RequireAvatarChanges,
  Role,
  SetAvatar,
  SetRealmImage,
} from '@chat/contracts';
import { FakeImages } from '@chat/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AvatarsModule } from '../avatars/avatars.controller.js';
import type { FakeUser } from '../testing/fake-users.js';
import { TestGateway } from '../testing/test-gateway.js';
import { RealmImagesModule } from './realm-images.controller.js';

const TOKEN = '0123456789abcdef'.repeat(2);
const images = new FakeImages();
let gateway: TestGateway;
let member: FakeUser;
let administrator: FakeUser;
/** Requests that use an image, without their actors. */
let asked: Record<string, unknown>[];

beforeAll(async () => {
  await images.start();
  const recorded = (reply: unknown) => (request: object) => {
    const { actor: _, ...fields } = request as Record<string, unknown>;
    asked.push(fields);
    return reply;
  };
  gateway = await TestGateway.start({
    endpoints: allEndpoints(),
    features: [AvatarsModule, RealmImagesModule],
    services: {
      files: images.handlers,
      users: {
        [RequireAvatarChanges.pattern]: () => undefined,
        [SetAvatar.pattern]: recorded({ avatarUrl: '/new.png' }),
        [ReadAvatar.pattern]: ({ token }: ReadAvatar) =>
          token === 'former' ? { image: Buffer.from('old picture').toString('base64') } : null,
      },
      'realm-settings': {
        [SetRealmImage.pattern]: recorded({ iconUrl: '/new-icon.png' }),
        [GetRealmImageUrls.pattern]: () => ({
          iconUrl: 'https://avatars.test/x?version=1',
          logoUrl: '/static/images/logo.svg?version=1',
          nightLogoUrl: '/user_avatars/1/realm/night_logo/t.png?version=2',
        }),
      },
    },
  });
  member = gateway.users.add();
  administrator = gateway.users.add({ role: Role.Administrator });
});
afterAll(async () => {
  await gateway.close();
  images.stop();
});
beforeEach(() => {
  asked = [];
  images.stored.clear();
});

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

describe('an upload', () => {
  const upload = (path: string, as: FakeUser, fields: Record<string, string> = {}, files = ['picture']) => {
    const form = new FormData();
    files.forEach((text, index) => {
      form.append(`f${index}`, new Blob([text]), 'x.png');
    });
    // After the file, as some clients send them.
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return gateway.request('POST', path, { as, form });
  };

  it.each([
    ['/realm/icon', {}, 'icon', { kind: 'icon', token: TOKEN }, { icon_url: '/new-icon.png' }],
    ['/realm/logo', { night: 'false' }, 'logo', { kind: 'logo', token: TOKEN }, {}],
    ['/realm/logo', { night: 'true' }, 'logo', { kind: 'night_logo', token: TOKEN }, {}],
    ['/users/me/avatar', {}, 'avatar', { token: TOKEN }, { avatar_url: '/new.png' }],
  ])('to %s with %j is stored as %s, then used', async (path, fields, purpose, used, body) => {
    const response = await upload(path, administrator, fields);

    expect(response.body).toEqual({ result: 'success', msg: '', ...body });
    expect([...images.stored]).toEqual([[`1/${purpose}/${TOKEN}/image.png`, Buffer.from('picture')]]);
    expect(asked).toEqual([used]);
  });

  it.each([
    ['/realm/icon', 'You must upload exactly one icon.'],
    ['/realm/logo', 'You must upload exactly one logo.'],
    ['/users/me/avatar', 'You must upload exactly one avatar.'],
  ])('to %s is one file', async (path, msg) => {
    for (const files of [[], ['picture', 'another']]) {
      const { status, body } = await upload(path, administrator, { night: 'true' }, files);
      expect([status, body['msg']]).toEqual([400, msg]);
    }
    expect(asked).toEqual([]);
  });

  it('counts among the uploads of its person', async () => {
    const busy = gateway.users.add({ role: Role.Administrator });
    await gateway.holdUploads(busy);

    for (const path of ['/realm/icon', '/realm/logo', '/users/me/avatar']) {
      expect((await upload(path, busy, { night: 'true' })).status).toBe(429);
    }
    expect([asked, images.stored.size]).toEqual([[], 0]);
  });

  it('of icon and logo is for administrators', async () => {
    for (const path of ['/realm/icon', '/realm/logo']) {
      const { body } = await upload(path, member, { night: 'true' });
      expect(body['msg']).toBe('Must be an organization administrator');
    }
    expect([asked, images.stored.size]).toEqual([[], 0]);
  });

  it('of a logo names its kind', async () => {
    expect((await upload('/realm/logo', administrator)).body['msg']).toBe("Missing 'night' argument");
    expect(asked).toEqual([]);
  });
});

describe('a picture', () => {
  const read = async (path: string) => {
    const response = await fetch(gateway.origin + path);
    return [response.status, response.headers.get('content-type'), await response.text()];
  };

  it.each([
    [`/user_avatars/1/realm/icon/${TOKEN}.png?version=2`, `1/icon/${TOKEN}/image.png`],
    [`/user_avatars/1/realm/night_logo/${TOKEN}.png`, `1/logo/${TOKEN}/image.png`],
    [`/user_avatars/7/${TOKEN}.png?version=2`, `1/avatar/${TOKEN}/small.png`],
    [`/user_avatars/7/${TOKEN}-medium.png`, `1/avatar/${TOKEN}/medium.png`],
  ])('at %s is open to anyone and cacheable', async (path, key) => {
    images.stored.set(key, Buffer.from('picture'));

    expect(await read(path)).toEqual([200, 'image/png', 'picture']);
    expect((await fetch(gateway.origin + path)).headers.get('cache-control')).toContain('immutable');
  });

  it('is read from the users service while the files service does not have it', async () => {
    expect(await read('/user_avatars/7/former.png')).toEqual([200, 'image/png', 'old picture']);
  });

  it.each([
    `/user_avatars/7/${TOKEN}.png`,
    '/user_avatars/7/..%2f..%2fsecret.png',
    `/user_avatars/1/realm/icon/${TOKEN}.png`,
    '/user_avatars/1/realm/icon/..%2f..%2fsecret.png',
    `/user_avatars/1/realm/icon/${TOKEN}.svg`,
  ])('at %s does not exist', async (path) => {
    expect((await read(path))[0]).toBe(404);
  });
});
