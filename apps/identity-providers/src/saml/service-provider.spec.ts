import { type SamlProviderSettings, setting } from '@chat/configuration';
import { newSamlKeys, SamlTestProvider } from '@chat/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Providers } from '../providers/providers.js';
import { newRequestId, ServiceProvider } from './service-provider.js';
import { verifiedLogout } from './verify-logout.js';

const BASE_URL = 'https://chat.example.com';
const ADDRESS = `${BASE_URL}/complete/saml/`;

let provider: SamlTestProvider;
let settings: SamlProviderSettings;
let keys: Awaited<ReturnType<typeof newSamlKeys>>;
beforeAll(async () => {
  provider = await SamlTestProvider.create();
  keys = await newSamlKeys();
  process.env.SAML_PROVIDERS = JSON.stringify({
    corp: provider.settings({ slo_url: 'https://provider.example.com/slo?tenant=a+b' }),
  });
  [settings] = setting('SAML_PROVIDERS') as [SamlProviderSettings];
});

const serverWith = (certificate: string | null, privateKey: string | null) =>
  new ServiceProvider({
    baseUrl: BASE_URL,
    samlServiceProvider: { entityId: `${BASE_URL}/saml`, certificate, privateKey },
  } as Providers);
const signing = () => serverWith(keys.certificate, keys.privateKey);

describe('the metadata', () => {
  it('name this server, its address, and the certificate if there is one', () => {
    const certificate = keys.certificate.split('\n').slice(1, -2).join('');

    const uses = [
      ...signing()
        .metadata()
        .replace(/\s+/g, '')
        .matchAll(/use="(\w+)".*?<ds:X509Certificate>([^<]*)/g),
    ];
    expect(uses.map(([, use, text]) => [use, text])).toEqual([
      ['signing', certificate],
      ['encryption', certificate],
    ]);
    for (const server of [signing(), serverWith(null, null)]) {
      expect(server.metadata()).toContain(`entityID="${BASE_URL}/saml"`);
      expect(server.metadata()).toContain(`Location="${ADDRESS}"`);
    }
    expect(serverWith(null, null).metadata()).not.toContain('KeyDescriptor');
  });

  it('are not made with a certificate of another key, or without the key', () => {
    for (const certificate of [provider.keys.certificate, null])
      expect(() => serverWith(certificate, keys.privateKey)).toThrow('SAML_SP_CERT and SAML_SP_KEY');
  });
});

describe('a request for sign-in', () => {
  it.each([
    ['signed', () => signing()],
    ['without a key, not signed', () => serverWith(null, null)],
  ])('has the id, the address and the relay state; it is %s', async (_, server) => {
    const id = newRequestId();
    const relayState = '{"state_token": "abc"}';

    const location = await server().signInRequest(settings, id, relayState);

    const request = await provider.requestIn(location, server().metadata());
    expect(request).toEqual({ id, relayState, address: ADDRESS, destination: provider.url });
  });
});

describe('the response to a request for logout', () => {
  it('is signed and keeps the query of the address', async () => {
    const location = await signing().logoutResponse(settings, '_7', 'kept state');

    const response = await provider.logoutResponseIn(location ?? '', signing().metadata());
    expect(response).toMatchObject({ inResponseTo: '_7', relayState: 'kept state' });
    expect(new URL(location ?? '').searchParams.get('tenant')).toBe('a b');
  });

  it('is not sent without a key or without an address', async () => {
    expect(await serverWith(null, null).logoutResponse(settings, '_7', '')).toBeNull();
    expect(await signing().logoutResponse({ ...settings, sloUrl: null }, '_7', '')).toBeNull();
  });
});

describe.each(['post', 'redirect'] as const)('a request for logout by %s', (binding) => {
  type Options = Partial<Parameters<SamlTestProvider['logoutRequest']>[1]>;
  const outcome = async (options: Options = {}, change = (request: string) => request) => {
    const request = await provider.logoutRequest(signing().metadata(), { nameId: 'ana-7', binding, ...options });
    const { certificates, entityId } = settings;
    return verifiedLogout(binding, change(request), { issuer: entityId, destination: ADDRESS, certificates }).catch(
      (error) => error.fault ?? error,
    );
  };

  it('names the person', async () => {
    expect(await outcome({ values: { ID: '_9' }, relayState: 'a b+c' })).toEqual({ id: '_9', nameId: 'ana-7' });
  });

  it.each<[string, string, Options]>([
    ['signature', 'without a signature', { isSigned: false }],
    ['issuer', 'of another issuer', { values: { Issuer: 'https://evil.example.com' } }],
    ['address', 'for another destination', { values: { Destination: 'https://other.example.com/' } }],
    ['address', 'without a destination', { values: { Destination: undefined } }],
    ['time', 'made long ago', { values: { IssueInstant: '2020-01-01T00:00:00Z' } }],
    ['malformed', 'without a time', { values: { IssueInstant: undefined } }],
    ['identity', 'without a person', { values: { NameID: '' } }],
    ['malformed', 'without an id', { values: { ID: undefined } }],
  ])('is refused: %s: %s', async (fault, _, options) => {
    expect(await outcome(options)).toBe(fault);
  });

  it('is refused with a signature by another key', async () => {
    expect(await outcome({ keys })).toBe('signature');
  });
});

describe('a request for logout in an address', () => {
  const change = async (edit: (query: string) => string) => {
    const query = await provider.logoutRequest(signing().metadata(), {
      nameId: 'ana-7',
      binding: 'redirect',
      relayState: 'x',
    });
    const { certificates, entityId } = settings;
    return verifiedLogout('redirect', edit(query), { issuer: entityId, destination: ADDRESS, certificates }).catch(
      (error) => error.fault ?? error,
    );
  };

  it.each<[string, string, (query: string) => string]>([
    ['signature', 'another relay state', (query) => query.replace('RelayState=x', 'RelayState=y')],
    ['signature', 'a hash that is not accepted', (query) => query.replace('rsa-sha256', 'rsa-md5')],
    ['signature', 'an empty signature', (query) => query.replace(/Signature=.*/, 'Signature=')],
    ['malformed', 'a repeated parameter', (query) => `${query}&SAMLRequest=x`],
    ['malformed', 'a broken document', (query) => query.replace(/SAMLRequest=[^&]*/, 'SAMLRequest=AAAA')],
    ['malformed', 'broken percent-encoding', (query) => query.replace(/SAMLRequest=[^&]*/, 'SAMLRequest=%')],
    ['malformed', 'no document', () => ''],
  ])('is refused: %s: %s', async (fault, _, edit) => {
    expect(await change(edit)).toBe(fault);
  });
});
