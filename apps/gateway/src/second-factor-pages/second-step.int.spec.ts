import {
  authenticationMethodDisabled,
  badRequest,
  ConfirmSetUpAtSignIn,
  GetRealm,
  invalidCode,
  rateLimitHit,
  ShowSetUpAtSignIn,
  SIGN_IN_AGAIN,
  SignInWithPassword,
  SignInWithSecondFactor,
  userDeactivated,
} from '@chat/contracts';
import { realmRecord } from '@chat/testing';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SignInPagesModule } from '../sign-in-pages/sign-in-pages.controller.js';
import { TestGateway, type TestRequest, type TestResponse } from '../testing/test-gateway.js';
import { SecondFactorPagesModule } from './second-step.controller.js';

const REALM = realmRecord({ realmId: 1, url: 'http://chat.example', botDomain: 'chat.example', name: 'Fernwood' });
const TOKEN = 't'.repeat(43);
const CSRF = 'c'.repeat(43);
const STEP = '/accounts/login/second_factor/';
const SET_UP = '/accounts/login/second_factor/set_up/';

let needsSetUp = false;
let refusal: Error | undefined;
const asked: SignInWithSecondFactor[] = [];
const orRefused = <Reply>(reply: Reply): Reply => {
  if (refusal !== undefined) throw refusal;
  return reply;
};
const gateway = await TestGateway.start({
  features: [SignInPagesModule, SecondFactorPagesModule],
  settings: { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 } },
  services: {
    'realm-settings': { [GetRealm.pattern]: () => ({ sequence: 1, state: REALM }) },
    users: {
      [SignInWithPassword.pattern]: () => ({ result: 'second_factor', secondFactorToken: TOKEN, needsSetUp }),
      [SignInWithSecondFactor.pattern]: (request: SignInWithSecondFactor) => {
        asked.push(request);
        return orRefused({ result: 'session', sessionId: 1, lifetimeSeconds: 100 });
      },
      [ShowSetUpAtSignIn.pattern]: () => ({ secret: 'ABCDEFGH', otpauthUrl: 'otpauth://x', qrSvg: '<svg></svg>' }),
      [ConfirmSetUpAtSignIn.pattern]: () => orRefused({ recoveryCodes: ['AAAA-BBBB', 'CCCC-DDDD'] }),
    },
  },
});
afterAll(() => gateway.close());
beforeEach(() => {
  needsSetUp = false;
  refusal = undefined;
  asked.length = 0;
});

const COOKIE = `csrftoken=${CSRF}; second-factor=${TOKEN}`;
const get = (path: string, rest: TestRequest = {}) =>
  gateway.request('GET', path, { prefix: '', headers: { cookie: COOKIE }, ...rest });
const post = (path: string, form: Record<string, string>, cookie = COOKIE) =>
  gateway.request('POST', path, { prefix: '', form: { csrfmiddlewaretoken: CSRF, ...form }, headers: { cookie } });
const cookiesOf = ({ headers }: TestResponse) => headers.getSetCookie();
const locationOf = ({ status, headers }: TestResponse) => [status, headers.get('location')];

describe('after the password', () => {
  it.each([
    [false, STEP],
    [true, SET_UP],
  ])('the browser goes to the second step without a session (set-up: %s)', async (isNeeded, path) => {
    needsSetUp = isNeeded;

    const response = await post('/accounts/login/', { username: 'ana', password: 'x', next: '/there' });

    expect(locationOf(response)).toEqual([302, path]);
    expect(cookiesOf(response)).toEqual([
      `second-factor=${TOKEN}; Path=/; Max-Age=600; SameSite=Lax; HttpOnly`,
      expect.stringMatching(/^sign-in-flow=/),
    ]);
  });

  it('the destination is that of the first step', async () => {
    const first = await post('/accounts/login/', { username: 'ana', password: 'x', next: '/there' });
    const cookies = cookiesOf(first).map((cookie) => cookie.split(';')[0]);

    const response = await post(STEP, { code: '123 456' }, [`csrftoken=${CSRF}`, ...cookies].join('; '));

    expect(locationOf(response)).toEqual([302, '/there']);
    expect(asked).toMatchObject([{ token: TOKEN, code: '123 456', target: { kind: 'web' } }]);
    expect(cookiesOf(response)).toEqual([
      expect.stringMatching(/^sessionid=/),
      expect.stringMatching(/^csrftoken=/),
      expect.stringMatching(/^known-browser=/),
      expect.stringMatching(/^sign-in-flow=; .*Max-Age=0/),
      expect.stringMatching(/^second-factor=; .*Max-Age=0/),
    ]);
  });
});

describe('the second step', () => {
  it('shows a form for the code', async () => {
    const { status, text } = await get(STEP);

    expect(status).toBe(200);
    expect(text).toContain('name="code" type="text" autocomplete="one-time-code" required');
  });

  it.each([STEP, SET_UP])('at %s begins with the sign-in page', async (path) => {
    expect(locationOf(await get(path, { headers: {} }))).toEqual([302, '/login/']);
    expect(locationOf(await post(path, { code: '1' }, `csrftoken=${CSRF}`))).toEqual([302, '/login/']);
    expect(asked).toEqual([]);
  });

  it.each<[string, Error, number]>([
    [STEP, invalidCode(), 400],
    [SET_UP, invalidCode(), 400],
    [STEP, rateLimitHit(540), 429],
    [SET_UP, rateLimitHit(540), 429],
  ])('at %s shows its form again', async (path, error, status) => {
    refusal = error;

    const response = await post(path, { code: '000000' });

    expect(response.status).toBe(status);
    expect(response.text).toContain('role="alert"');
    expect(response.text).not.toContain('000000');
    expect(response.headers.get('retry-after')).toBe(status === 429 ? '540' : null);
  });

  it.each([badRequest(SIGN_IN_AGAIN), userDeactivated()])('begins anew after other refusals', async (error) => {
    refusal = error;

    expect(locationOf(await post(STEP, { code: '123456' }))).toEqual([302, '/login/']);
  });

  it('brings the sign-in page with its reason if the organization no longer accepts the method', async () => {
    refusal = authenticationMethodDisabled();

    const { status, text } = await post(STEP, { code: '123456' });

    expect(status).toBe(400);
    expect(text).toContain('Fernwood does not accept this way to sign in.');
    expect(text).toContain('name="username"');
  });

  it('is refused to a form of another page', async () => {
    expect((await post(STEP, { code: '123456', csrfmiddlewaretoken: 'x' })).status).toBe(403);
    expect(asked).toEqual([]);
  });

  it('has a response to every code', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (code) => {
        expect([302, 400]).toContain((await post(STEP, { code })).status);
        expect([200, 400]).toContain((await post(SET_UP, { code })).status);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a set-up', () => {
  it('shows the picture and the secret', async () => {
    const { text } = await get(SET_UP);

    expect(text).toContain('ABCD EFGH');
    expect(text).toContain(`src="data:image/svg+xml;base64,${Buffer.from('<svg></svg>').toString('base64')}"`);
  });

  it('shows the recovery codes, and a form that ends the sign-in', async () => {
    const { status, text } = await post(SET_UP, { code: '123456' });

    expect(status).toBe(200);
    expect(text).toContain('<code>AAAA-BBBB</code>');
    expect(text).toContain(`action="${STEP}"`);
    expect(locationOf(await post(STEP, {}))).toEqual([302, '/']);
  });
});
