import {
  badRequest,
  CheckPasswordReset,
  ConfirmEmailChange,
  GetRealm,
  PASSWORD_TOO_WEAK,
  ResetPassword,
  rateLimitHit,
  realmDeactivated,
  requestPasswordReset,
} from '@chat/contracts';
import { realmRecord } from '@chat/testing';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PagesModule } from '../pages/pages.controller.js';
import { EmailConfirmationModule } from '../sign-in-pages/email-confirmation.controller.js';
import { TestGateway } from '../testing/test-gateway.js';
import { PasswordPagesModule } from './password-pages.controller.js';

const REALM = realmRecord({ realmId: 1, url: 'http://chat.example', botDomain: 'chat.example', name: 'Fernwood' });
const NEW_PASSWORD = 'nine purple elephants dance';

let refusal: Error | undefined;
const requested: unknown[] = [];
const checked = ({ token }: { token: string }) => {
  if (token !== 'good') throw badRequest('This link is not valid or has expired.');
  if (refusal !== undefined) throw refusal;
  return {};
};
const gateway = await TestGateway.start({
  features: [PagesModule, PasswordPagesModule, EmailConfirmationModule],
  settings: { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 } },
  services: {
    'realm-settings': { [GetRealm.pattern]: () => ({ sequence: 1, state: REALM }) },
    users: {
      [requestPasswordReset.pattern]: (request: object) => {
        requested.push(request);
        if (refusal !== undefined) throw refusal;
        return {};
      },
      [CheckPasswordReset.pattern]: checked,
      [ConfirmEmailChange.pattern]: checked,
      [ResetPassword.pattern]: (request: ResetPassword) => {
        checked(request);
        if (request.password === 'weak') throw badRequest(PASSWORD_TOO_WEAK);
        return {};
      },
    },
  },
});
afterAll(() => gateway.close());
beforeEach(() => {
  refusal = undefined;
  requested.length = 0;
});

const token = 'c'.repeat(43);
const csrf = { cookie: `csrftoken=${token}` };
const get = (path: string) => gateway.request('GET', path, { prefix: '', headers: csrf });
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = csrf) =>
  gateway.request('POST', path, { prefix: '', form: { csrfmiddlewaretoken: token, ...fields }, headers });
const RESET = '/accounts/password/reset/';

describe('a request for a new password', () => {
  it('by the form is followed by 302 to a page that does not name the address', async () => {
    expect((await get(RESET)).text).toContain('name="email" type="email" autocomplete="email"');

    const { status, headers } = await post(RESET, { email: 'ana@example.com' });

    expect([status, headers.get('location')]).toEqual([302, '/accounts/password/reset/done/']);
    expect(requested).toMatchObject([{ parameters: { email: 'ana@example.com' }, clientAddress: '127.0.0.1' }]);
    expect((await get('/accounts/password/reset/done/')).text).toContain('If this address has an account');
  });

  it('with an address that is none brings the form back with it', async () => {
    refusal = badRequest('Enter a valid email address.');

    const { status, text } = await post(RESET, { email: 'x"y' });

    expect(status).toBe(400);
    expect(text).toContain('value="x&quot;y" aria-invalid="true" aria-describedby="error"');
  });

  it('beyond the limit gives 429 with the time to wait and the typed address', async () => {
    refusal = rateLimitHit(61);

    const { status, headers, text } = await post(RESET, { email: 'ana@example.com' });

    expect([status, headers.get('retry-after')]).toEqual([429, '61']);
    expect(text).toContain('Try again in 2 minutes.');
    expect(text).toContain('value="ana@example.com"');
  });

  it('without the CSRF token, or of a deactivated organization, is refused', async () => {
    expect((await post(RESET, { email: 'ana@example.com' }, {})).status).toBe(403);
    expect(requested).toEqual([]);

    refusal = realmDeactivated();
    expect((await post(RESET, { email: 'ana@example.com' })).headers.get('location')).toBe('/accounts/deactivated/');
  });
});

describe('a link for a new password', () => {
  it('has a form that sets the password and leaves the address of the link', async () => {
    expect((await get(`${RESET}good`)).text).toContain('name="new_password"');

    const { status, headers } = await post(`${RESET}good`, { new_password: NEW_PASSWORD });

    expect([status, headers.get('location')]).toEqual([302, '/accounts/password/done/']);
    expect((await get('/accounts/password/done/')).text).toContain('Your password is set');
  });

  it('brings the form back without a weak password', async () => {
    const { status, text } = await post(`${RESET}good`, { new_password: 'weak' });

    expect(status).toBe(400);
    expect(text).toMatch(/The password is too weak\..*name="new_password"/s);
    expect(text).not.toContain('"weak"');
  });

  it('without the CSRF token is refused', async () => {
    expect((await post(`${RESET}good`, { new_password: NEW_PASSWORD }, {})).status).toBe(403);
  });
});

it('every mailed link that does not work gives the same page, 404', async () => {
  const responses = [
    await get(`${RESET}used`),
    await get(`${RESET}%00`),
    await get(`${RESET}${'x'.repeat(900)}`),
    await post(`${RESET}used`, { new_password: NEW_PASSWORD }),
    await get('/accounts/confirm_new_email/used'),
    await get(`/accounts/confirm_new_email/${'x'.repeat(900)}`),
  ];

  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 404));
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  expect(responses[0]?.text).toContain('This link is not valid or has expired.');
});
