import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OpenIdProvider, startOpenIdProvider } from './openid-provider.js';
import { ProviderBrowser } from './provider-browser.js';

const REDIRECT_URI = 'http://127.0.0.1:1/complete/oidc/dev/';
const PEOPLE = [{ subject: 'ana', email: 'ana@example.com', emailVerified: true, name: 'Ana <Able>' }];
let provider: OpenIdProvider;

beforeAll(async () => {
  const client = { clientId: 'chat', secret: 'a secret', redirectUri: REDIRECT_URI };
  provider = await startOpenIdProvider({ clients: [client], people: PEOPLE });
});
afterAll(() => provider.close());

function address(redirectUri = REDIRECT_URI): string {
  const query = new URLSearchParams({
    ...{ client_id: 'chat', response_type: 'code', scope: 'openid', state: 'the state', nonce: 'the nonce' },
    ...{ code_challenge: 'c'.repeat(43), code_challenge_method: 'S256', redirect_uri: redirectUri },
  });
  return `${provider.issuer}/auth?${query}`;
}

describe('the provider for development', () => {
  it('is on this machine, and returns with a code and the state', async () => {
    const returned = await new ProviderBrowser().signIn(address(), 'ana');

    expect(new URL(provider.issuer).hostname).toBe('127.0.0.1');
    expect(`${returned.origin}${returned.pathname}`).toBe(REDIRECT_URI);
    const parameters = Object.fromEntries(returned.searchParams);
    expect(parameters).toEqual({ code: expect.any(String), state: 'the state', iss: provider.issuer });
  });

  it('shows names as text', async () => {
    const toPage = await fetch(address(), { redirect: 'manual' });
    const cookie = toPage.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const page = await fetch(new URL(toPage.headers.get('location') ?? '', provider.issuer), { headers: { cookie } });

    expect(await page.text()).toContain('Ana &#60;Able&#62;');
  });

  it('refuses another redirect URI, and a page without a sign-in', async () => {
    expect((await fetch(address('http://127.0.0.1:1/other/'))).status).toBe(400);
    expect((await fetch(`${provider.issuer}/interaction/unknown`)).status).toBe(400);
  });
});

it('the example in the README signs a person in', async () => {
  const query = new URL(address('http://127.0.0.1:9991/complete/oidc/dev/')).searchParams;

  const people = [{ subject: 'ana', email: 'ana@example.com', emailVerified: true, name: 'Ana Able' }];
  const client = { clientId: 'chat', secret: 'a secret', redirectUri: 'http://127.0.0.1:9991/complete/oidc/dev/' };
  const provider = await startOpenIdProvider({ clients: [client], people });
  const returnAddress = await new ProviderBrowser().signIn(`${provider.issuer}/auth?${query}`, 'ana');
  await provider.close();

  expect(returnAddress.href).toMatch(/^http:\/\/127\.0\.0\.1:9991\/complete\/oidc\/dev\/\?code=/);
});
