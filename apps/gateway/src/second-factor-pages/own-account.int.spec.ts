import {
  badRequest,
  beginTotpSetUp,
  confirmTotpSetUp,
  deleteTotp,
  GetOwnSetUp,
  GetRealm,
  getSecondFactor,
  invalidCode,
  ReplaceOwnApiKey,
  rateLimitHit,
  reauthenticationRequired,
  replaceRecoveryCodes,
  ShowOwnApiKey,
} from '@chat/contracts';
import { realmRecord } from '@chat/testing';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TestGateway, type TestResponse } from '../testing/test-gateway.js';
import { OwnAccountModule } from './own-second-factor.controller.js';

const REALM = realmRecord({ realmId: 1, url: 'http://chat.example', botDomain: 'chat.example', name: 'Fernwood' });
const CSRF = 'c'.repeat(43);
const SET_UP = { secret: 'ABCDEFGH', otpauthUrl: 'otpauth://x', qrSvg: '<svg></svg>' };
const OFF = { is_enabled: false, enabled_at: null, recovery_codes_left: 0, is_required: false, needs_password: false };

let state = OFF;
let setUp: typeof SET_UP | null = null;
let refusal: Error | undefined;
const asked: unknown[] = [];
const replying =
  (reply: unknown) =>
  ({ parameters, password }: { parameters?: unknown; password?: string }) => {
    asked.push(parameters ?? { password });
    if (refusal !== undefined) throw refusal;
    return reply;
  };
const gateway = await TestGateway.start({
  features: [OwnAccountModule],
  settings: { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 } },
  services: {
    'realm-settings': { [GetRealm.pattern]: () => ({ sequence: 1, state: REALM }) },
    users: {
      [getSecondFactor.pattern]: () => state,
      [GetOwnSetUp.pattern]: () => ({ setUp }),
      [beginTotpSetUp.pattern]: replying({}),
      [confirmTotpSetUp.pattern]: replying({ recovery_codes: ['AAAA-BBBB'] }),
      [replaceRecoveryCodes.pattern]: replying({ recovery_codes: ['CCCC-DDDD'] }),
      [deleteTotp.pattern]: replying({}),
      [ShowOwnApiKey.pattern]: replying({ apiKey: 'the-key' }),
      [ReplaceOwnApiKey.pattern]: replying({ apiKey: 'new-key' }),
    },
  },
});
afterAll(() => gateway.close());
const cookie = `csrftoken=${CSRF}; ${gateway.users.session(gateway.users.add())}`;
beforeEach(() => {
  state = OFF;
  setUp = null;
  refusal = undefined;
  asked.length = 0;
});

const PAGE = '/account/second_factor/';
const KEY = '/account/key/';
const get = (path: string, headers: Record<string, string> = { cookie }) =>
  gateway.request('GET', path, { prefix: '', headers });
const post = (path: string, form: Record<string, string> = {}, headers: Record<string, string> = { cookie }) =>
  gateway.request('POST', path, { prefix: '', form: { csrfmiddlewaretoken: CSRF, ...form }, headers });
const locationOf = ({ status, headers }: TestResponse) => [status, headers.get('location')];

describe('the page of the second factor', () => {
  it('offers a set-up, with the password only long after the sign-in', async () => {
    const early = await get(PAGE);
    state = { ...OFF, needs_password: true };
    const late = await get(PAGE);

    expect([early.status, late.status]).toEqual([200, 200]);
    expect(early.text).not.toContain('name="password"');
    expect(late.text).toContain('name="password" type="password" autocomplete="current-password"');
  });

  it('begins a set-up, shows it, and shows the recovery codes', async () => {
    expect(locationOf(await post(PAGE, { password: 'x' }))).toEqual([302, PAGE]);
    setUp = SET_UP;
    expect((await get(PAGE)).text).toContain('ABCD EFGH');
    const { status, text } = await post(`${PAGE}confirm/`, { code: '123456' });

    expect([status, asked]).toEqual([200, [{ password: 'x' }, { code: '123456' }]]);
    expect(text).toContain('AAAA-BBBB');
  });

  it('shows the set-up again after a wrong code, and its own page without one', async () => {
    refusal = invalidCode();
    expect(locationOf(await post(`${PAGE}confirm/`, { code: '1' }))).toEqual([302, PAGE]);
    setUp = SET_UP;
    const { status, text } = await post(`${PAGE}confirm/`, { code: '1' });

    expect(status).toBe(400);
    expect(text).toContain('ABCD EFGH');
    expect(text).toContain('role="alert"');
  });

  it('replaces the recovery codes and removes the second factor', async () => {
    state = { ...OFF, is_enabled: true, recovery_codes_left: 3 };
    expect((await get(PAGE)).text).toContain('You have 3 recovery codes left.');
    const { text } = await post(`${PAGE}recovery_codes/`, { code: '123456' });
    const removed = await post(`${PAGE}remove/`, { code: '123457', password: 'x' });

    expect(text).toContain('CCCC-DDDD');
    expect(locationOf(removed)).toEqual([302, PAGE]);
    expect(asked).toEqual([{ code: '123456' }, { code: '123457', password: 'x' }]);
  });

  it.each<[string, Error, number, string]>([
    [PAGE, reauthenticationRequired(), 400, 'You signed in a while ago.'],
    [PAGE, badRequest('Password is incorrect.'), 400, 'The password is not right.'],
    [`${PAGE}remove/`, invalidCode(), 400, 'This code is not right'],
    [`${PAGE}recovery_codes/`, rateLimitHit(60), 429, 'too many attempts'],
    [KEY, badRequest('Password is incorrect.'), 400, 'The password is not right.'],
    [`${KEY}regenerate/`, reauthenticationRequired(), 400, 'You signed in a while ago.'],
  ])('at %s says why %j is refused', async (path, error, status, message) => {
    state = { ...OFF, is_enabled: path !== PAGE, needs_password: true };
    refusal = error;

    const response = await post(path, { password: 'secret', code: '123456' });

    expect(response.status).toBe(status);
    expect(response.text).toContain(message);
    expect(response.text).not.toContain('secret');
  });

  it('has a response to every value', async () => {
    refusal = invalidCode();
    state = { ...OFF, is_enabled: true };
    const value = fc.string({ unit: 'binary', maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(value, value, async (code, password) => {
        expect((await post(`${PAGE}remove/`, { code, password })).status).toBe(400);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the page of the key', () => {
  it('shows and replaces the key', async () => {
    expect((await get(KEY)).status).toBe(200);
    const shown = await post(KEY, { password: 'x' });
    const replaced = await post(`${KEY}regenerate/`);

    expect(shown.text).toContain('value="the-key" readonly');
    expect(replaced.text).toContain('value="new-key" readonly');
    expect(asked).toEqual([{ password: 'x' }, { password: undefined }]);
  });
});

it.each(['', 'confirm/', 'recovery_codes/', 'remove/'].map((part) => PAGE + part).concat(KEY, `${KEY}regenerate/`))(
  '%s leads to the sign-in without a session, and refuses the form of another page',
  async (path) => {
    const [status, location] = locationOf(await post(path, {}, { cookie: `csrftoken=${CSRF}` }));
    const foreign = await post(path, { csrfmiddlewaretoken: 'x' });

    expect([status, foreign.status]).toEqual([302, 403]);
    expect(location).toMatch(/^\/login\/\?next=%2Faccount%2F(second_factor|key)%2F$/);
    expect(asked).toEqual([]);
  },
);

it('a session without a required second factor opens no page of the account', async () => {
  const restricted = { cookie: gateway.users.session(gateway.users.add({ needsSecondFactor: true })) };

  expect(locationOf(await get(KEY, restricted))).toEqual([302, '/login/?next=%2Faccount%2Fkey%2F']);
});
