import { type OpenIdProvider, ProviderBrowser, startOpenIdProvider } from '@chat/openid-provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BASE_URL, OpenIdConnectScene, parametersOf } from '../testing/openid-connect-scene.js';

const SECRET = 'the secret of the client';
const PEOPLE = [
  { subject: 'ana', email: 'ana@example.com', emailVerified: true, name: 'Ana Able', claims: { team: 'red', age: 7 } },
  { subject: 'bo', email: 'bo@example.com', emailVerified: false, name: 'Bo Baker' },
];
const clientOf = (id: string, tokenEndpointAuthMethod: 'client_secret_basic' | 'client_secret_post' | 'none') => ({
  clientId: `chat-${id}`,
  secret: SECRET,
  redirectUri: `${BASE_URL}/complete/oidc/${id}/`,
  tokenEndpointAuthMethod,
});

let provider: OpenIdProvider;
let scene: OpenIdConnectScene;
let browser: ProviderBrowser;

beforeAll(async () => {
  const clients = [
    clientOf('corp', 'client_secret_basic'),
    clientOf('posting', 'client_secret_post'),
    clientOf('public', 'none'),
  ];
  provider = await startOpenIdProvider({ clients, people: PEOPLE });
  const settings = { oidc_url: provider.issuer, secret: SECRET };
  scene = new OpenIdConnectScene({
    corp: { ...settings, client_id: 'chat-corp', auto_signup: true, sync: { profile_fields: { Team: 'team' } } },
    posting: {
      ...settings,
      client_id: 'chat-posting',
      token_endpoint_auth_method: 'client_secret_post',
      trust_email: true,
    },
    public: {
      ...settings,
      client_id: 'chat-public',
      token_endpoint_auth_method: 'none',
      full_name_validated: true,
      scopes: 'openid',
    },
  });
  await scene.start();
});
beforeEach(() => {
  browser = new ProviderBrowser();
  scene.signedIn.length = 0;
});
afterAll(async () => {
  await scene.stop();
  await provider.close();
});

/** Begins a flow, signs in at the provider, and returns the parameters of the return. */
async function returnFrom(providerId: string, subject: string) {
  const { address } = await scene.begin(providerId);
  return parametersOf(await browser.signIn(address.href, subject));
}

describe('a sign-in by OpenID Connect', () => {
  it('goes to the provider with PKCE, a state and a nonce of its own, and one redirect URI', async () => {
    const [one, other] = [await scene.begin('corp'), await scene.begin('corp')];
    const { state, nonce, code_challenge: challenge, ...fixed } = Object.fromEntries(one.address.searchParams);

    expect(fixed).toEqual({
      redirect_uri: `${BASE_URL}/complete/oidc/corp/`,
      scope: 'openid email profile',
      client_id: 'chat-corp',
      response_type: 'code',
      code_challenge_method: 'S256',
    });
    for (const value of [state, nonce, challenge]) expect(value).toMatch(/^[\w-]{43}$/);
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(other.address.searchParams.get(name)).not.toBe(one.address.searchParams.get(name));
  });

  it('signs in the identity that the provider names, with the claims that the settings ask for', async () => {
    const parameters = await returnFrom('corp', 'ana');

    expect(await scene.complete('corp', parameters)).toMatchObject({ result: 'session', sessionId: 7 });
    expect(scene.signedIn).toEqual([
      expect.objectContaining({
        realmId: scene.service.realmId,
        provider: 'oidc:corp',
        subject: 'ana',
        email: 'ana@example.com',
        emailIsVerified: true,
        fullName: 'Ana Able',
        fullNameIsValidated: false,
        claims: { team: 'red' },
        autoSignup: true,
        sync: { profileFields: { Team: 'team' } },
        target: expect.objectContaining({ kind: 'web', clientAddress: '203.0.113.1' }),
      }),
    ]);
  });

  it('calls an address verified only if the provider does, or its settings', async () => {
    expect(await scene.complete('corp', await returnFrom('corp', 'bo'))).toMatchObject({ result: 'session' });
    browser = new ProviderBrowser();
    expect(await scene.complete('posting', await returnFrom('posting', 'bo'))).toMatchObject({ result: 'session' });

    expect(scene.signedIn.map(({ emailIsVerified }) => emailIsVerified)).toEqual([false, true]);
  });

  it('works with a public client, and without an address if no scope asks for it', async () => {
    expect(await scene.complete('public', await returnFrom('public', 'ana'))).toMatchObject({ result: 'session' });

    expect(scene.signedIn).toEqual([
      expect.objectContaining({
        email: null,
        emailIsVerified: false,
        fullName: null,
        fullNameIsValidated: true,
        sync: null,
      }),
    ]);
  });

  it('completes once, in one of sixteen simultaneous returns', async () => {
    const parameters = await returnFrom('corp', 'ana');

    const results = await Promise.all(Array.from({ length: 16 }, () => scene.complete('corp', parameters)));

    expect(results.map(({ result }) => result).sort()).toEqual([...Array(15).fill('no_flow'), 'session']);
    expect(scene.signedIn).toHaveLength(1);
  });

  it('does not complete in another browser, nor in one without a flow, and remains for its own', async () => {
    const parameters = await returnFrom('corp', 'ana');

    expect(await scene.complete('corp', parameters, { browserHash: 'of another browser' })).toEqual({
      result: 'no_flow',
    });
    expect(await scene.complete('corp', parameters, { browserHash: '' })).toEqual({ result: 'no_flow' });
    expect(await scene.complete('corp', parameters)).toMatchObject({ result: 'session' });
  });

  it('does not complete at the redirect URI of another provider', async () => {
    const parameters = await returnFrom('corp', 'ana');

    expect(await scene.complete('posting', parameters)).toEqual({ result: 'no_flow' });
    expect(await scene.complete('corp', parameters)).toMatchObject({ result: 'session' });
  });

  it('does not complete if the return names another issuer', async () => {
    const parameters = await returnFrom('corp', 'ana');

    const mixedUp = { ...parameters, iss: 'https://rogue.example.com' };

    expect(await scene.complete('corp', mixedUp)).toEqual({ result: 'provider_failed', reason: 'invalid' });
    expect(scene.signedIn).toEqual([]);
  });

  it('does not complete if the provider announces the issuer of returns, and the return has none', async () => {
    const { iss: _, ...parameters } = await returnFrom('corp', 'ana');

    expect(await scene.complete('corp', parameters)).toEqual({ result: 'provider_failed', reason: 'invalid' });
  });

  it('goes on in the realm where it began', async () => {
    const realmId = scene.service.realmId + 1;
    const { address } = await scene.begin('corp', realmId);
    const parameters = parametersOf(await browser.signIn(address.href, 'ana'));

    const elsewhere = await scene.complete('corp', parameters);

    expect(elsewhere).toEqual({ result: 'other_realm', realmUrl: `http://realm${realmId}.localhost:9991` });
    expect(await scene.complete('corp', parameters, { realmId })).toMatchObject({ result: 'session' });
  });

  it('does not complete after Redis lost the flow', async () => {
    const parameters = await returnFrom('corp', 'ana');
    const keys = await scene.service.redis.redis.keys('*flow:*');
    await scene.service.redis.redis.del(...keys);

    expect(await scene.complete('corp', parameters)).toEqual({ result: 'no_flow' });
    expect(await scene.complete('corp', await returnFrom('corp', 'ana'))).toMatchObject({ result: 'session' });
  });

  it('reports a refusal of the provider', async () => {
    const { state } = await scene.begin('corp');

    const refused = await scene.complete('corp', { state, error: 'access_denied', iss: provider.issuer });

    expect(refused).toEqual({ result: 'provider_failed', reason: 'refused' });
  });

  it('reports a code that the provider does not know', async () => {
    const { state } = await scene.begin('corp');

    const invalid = await scene.complete('corp', { state, code: 'junk', iss: provider.issuer });

    expect(invalid).toEqual({ result: 'provider_failed', reason: 'invalid' });
  });

  it('does not exist for an unknown provider', async () => {
    await expect(scene.begin('unknown')).rejects.toThrow('There is no such provider.');
    await expect(scene.complete('unknown', {})).rejects.toThrow('There is no such provider.');
  });
});
