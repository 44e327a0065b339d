import {
  BeginSamlSignIn,
  CompleteSamlSignIn,
  EndSessionsBySaml,
  GetRealm,
  GetSamlMetadata,
  type IdentityProvider,
  ReceiveSamlResponse,
} from '@chat/contracts';
import { realmRecord } from '@chat/testing';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hashOfToken } from '../admission/verify-credentials.js';
import { TestGateway, type TestRequest, type TestResponse } from '../testing/test-gateway.js';
import { ProviderPagesModule } from './provider-start.controller.js';

const provider = (protocol: IdentityProvider['protocol'], id: string): IdentityProvider => ({
  ...{ protocol, id, displayName: 'Corp', displayIcon: null, limitToSubdomains: null },
});
const REALM = realmRecord({
  ...{ realmId: 1, url: 'http://chat.example', botDomain: 'chat.example', name: 'Fernwood' },
});
const ADDRESS = 'https://id.example.com/sso?SAMLRequest=x';
const TICKET = '/complete/saml/?ticket=t';

let providers: readonly IdentityProvider[];
let received: unknown;
let ended: unknown;
const requests: unknown[] = [];
const noted = <Request, Reply>(reply: () => Reply) => {
  return (request: Request) => {
    requests.push(request);
    return reply();
  };
};

const gateway = await TestGateway.start({
  features: [ProviderPagesModule],
  settings: { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 } },
  services: {
    'realm-settings': {
      [GetRealm.pattern]: () => ({
        sequence: 1,
        state: { ...REALM, server: { ...REALM.server, identityProviders: providers } },
      }),
    },
    'identity-providers': {
      [BeginSamlSignIn.pattern]: noted(() => ({ result: 'begun', redirectUrl: ADDRESS })),
      [ReceiveSamlResponse.pattern]: noted(() => received),
      [CompleteSamlSignIn.pattern]: noted(() => ({ result: 'session', sessionId: 1, lifetimeSeconds: 100 })),
      [EndSessionsBySaml.pattern]: noted(() => ended),
      [GetSamlMetadata.pattern]: () => ({ xml: '<EntityDescriptor/>' }),
    },
  },
});
afterAll(() => gateway.close());
beforeEach(() => {
  providers = [provider('saml', 'corp')];
  received = { result: 'continue', redirectUrl: `http://chat.example${TICKET}` };
  ended = { result: 'ended', redirectUrl: 'https://id.example.com/slo' };
  requests.length = 0;
});

const get = (path: string, rest: TestRequest = {}) => gateway.request('GET', path, { prefix: '', ...rest });
/** As the page of a provider posts it: from another origin and without a cookie. */
const post = (form: Readonly<Record<string, string>>) =>
  gateway.request('POST', '/complete/saml/', { prefix: '', form, headers: { origin: 'https://id.example.com' } });
const cookiesOf = ({ headers }: TestResponse): readonly string[] => headers.getSetCookie();

it('without a SAML provider no page exists', async () => {
  providers = [provider('oidc', 'corp')];

  for (const path of ['/saml/metadata.xml', TICKET]) expect((await get(path)).status).toBe(404);
  expect((await post({ SAMLResponse: 'x' })).status).toBe(404);
  expect(requests).toEqual([]);
});

describe('the start of a sign-in by SAML', () => {
  it.each(['login', 'register'])('sends the browser to the provider with a flow of its own: %s', async (page) => {
    for (const path of [`/accounts/${page}/social/saml/corp`, `/accounts/${page}/social/saml`]) {
      const response = await get(path, { query: { next: '/x' } });

      expect(response.status).toBe(302);
      expect(response.headers.get('location')).toBe(ADDRESS);
      expect(cookiesOf(response)[0]).toMatch(/^sign-in-flow=.*HttpOnly/);
      expect(requests.at(-1)).toMatchObject({ realmId: 1, providerId: 'corp', realmUrl: 'http://chat.example' });
    }
  });

  it('does not exist for an unknown provider, for one of OpenID Connect, or without an id for one of several', async () => {
    providers = [provider('saml', 'one'), provider('saml', 'other'), provider('oidc', 'corp')];

    for (const path of ['saml/corp', 'saml/none', 'saml'])
      expect((await get(`/accounts/login/social/${path}`)).status).toBe(404);
  });
});

describe('a response that the page of a provider posts', () => {
  it('leads to a request with the cookie of the browser', async () => {
    const response = await post({ SAMLResponse: 'document', RelayState: 'state' });

    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(`http://chat.example${TICKET}`);
    expect(cookiesOf(response)).toEqual([]);
    expect(requests).toEqual([{ realmId: 1, samlResponse: 'document', relayState: 'state' }]);
  });

  it('is completed for the browser that began the flow', async () => {
    const started = await get('/accounts/login/social/saml/corp', { query: { next: '/after' } });
    const [cookie = ''] = (cookiesOf(started)[0] ?? '').split(';');
    const { secret } = JSON.parse(Buffer.from(cookie.split('=')[1] ?? '', 'base64url').toString());

    const response = await get(TICKET, { headers: { cookie } });

    expect(requests.at(-1)).toMatchObject({ ticket: 't', browserHash: hashOfToken(secret) });
    expect(response.headers.get('location')).toBe('/after');
    expect(cookiesOf(response).some((value) => value.startsWith('sessionid='))).toBe(true);
  });

  it('has no browser without the cookie', async () => {
    await get(TICKET);

    expect(requests.at(-1)).toMatchObject({ browserHash: '' });
  });

  it.each([
    [
      'Fault: the document has no valid signature',
      { result: 'provider_failed', reason: 'invalid', fault: 'signature' },
    ],
    ['Fault: the provider reports a failure', { result: 'provider_failed', reason: 'refused', fault: 'status' }],
    ['This sign-in is over', { result: 'no_flow' }],
  ])('gives a page that names the fault: %s', async (text, reply) => {
    received = reply;

    const response = await post({ SAMLResponse: 'document', RelayState: 'state' });

    expect(response.status).toBe(400);
    expect(response.text).toContain(text);
  });

  it.each<[string, Record<string, string>]>([
    ['without a document', {}],
    ['with a huge document', { SAMLResponse: 'A'.repeat(1_000_000), RelayState: 'x'.repeat(100_000) }],
    ['with odd characters', { SAMLResponse: '\0', RelayState: '\uD800' }],
  ])('reaches the service %s, cut to its limits', async (_, form) => {
    received = { result: 'provider_failed', reason: 'invalid', fault: 'malformed' };

    expect((await post(form)).status).toBe(400);
    expect(requests).toHaveLength(1);
  });
});

describe('a logout of the provider', () => {
  it('passes a posted request on, and returns to the provider without a session', async () => {
    const response = await post({ SAMLRequest: 'document', RelayState: 'state' });

    expect(requests).toEqual([{ realmId: 1, binding: 'post', request: 'document', relayState: 'state' }]);
    expect(response.headers.get('location')).toBe('https://id.example.com/slo');
    expect(cookiesOf(response)[0]).toMatch(/^sessionid=;/);
  });

  it('passes a query on as it was sent', async () => {
    const query = 'SAMLRequest=a%2bb%2B&RelayState=x+y&SigAlg=z&Signature=s%3d';

    await get(`/complete/saml/?${query}`);

    expect(requests).toEqual([{ realmId: 1, binding: 'redirect', request: query, relayState: 'x y' }]);
  });

  it('ends at the sign-in if the provider gets no response', async () => {
    ended = { result: 'ended', redirectUrl: null };

    expect((await post({ SAMLRequest: 'document' })).headers.get('location')).toBe('/login/');
  });

  it('gives a page if it is refused', async () => {
    ended = { result: 'provider_failed', reason: 'invalid', fault: 'signature' };

    expect((await post({ SAMLRequest: 'document' })).status).toBe(400);
  });
});

describe('the metadata', () => {
  it('are XML', async () => {
    const response = await get('/saml/metadata.xml');

    expect(response.headers.get('content-type')).toBe('application/samlmetadata+xml');
    expect(response.text).toBe('<EntityDescriptor/>');
  });
});
