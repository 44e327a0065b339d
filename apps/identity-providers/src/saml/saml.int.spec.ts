import {
  BeginSamlSignIn,
  CompleteSamlSignIn,
  EndSessionsBySaml,
  EndSessionsOfIdentity,
  GetRealm,
  GetSamlMetadata,
  ListRealms,
  ReceiveSamlResponse,
  SignInWithIdentity,
} from '@chat/contracts';
import {
  at,
  newSamlKeys,
  realmRecord,
  type SamlResponseOptions,
  SamlTestProvider,
  ServiceUnderTest,
} from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IdentityProvidersModule } from '../identity-providers.module.js';
import { IDENTITY_PROVIDERS } from '../identity-providers.options.js';

const BASE_URL = 'https://chat.example.com';
const REALM_URL = 'https://eng.chat.example.com';
const BROWSER = 'hash of a secret';
const TARGET = { kind: 'web', tokenHash: 'hash of a token', userAgent: '', clientAddress: '203.0.113.1' } as const;
const SESSION = { result: 'session', sessionId: 7, lifetimeSeconds: 60 } as const;
const NO_FLOW = { result: 'no_flow' };
const REALMS = [
  { realmId: 1, str: 'eng', host: null, name: 'Eng', url: REALM_URL, isDefault: false, isDeactivated: false },
  { realmId: 2, str: 'root', host: null, name: 'Root', url: BASE_URL, isDefault: true, isDeactivated: false },
];

let provider: SamlTestProvider;
let service: ServiceUnderTest;
let metadata: string;
/** Requests to the users service. */
const signedIn: SignInWithIdentity[] = [];
const ended: EndSessionsOfIdentity[] = [];

beforeAll(async () => {
  provider = await SamlTestProvider.create();
  const keys = await newSamlKeys();
  const sync = { profile_fields: { Team: 'team' } };
  const providers = {
    corp: provider.settings({ sync, slo_url: 'https://provider.example.com/slo' }),
    members: provider.settings({ attr_org_membership: 'orgs' }),
    portal: provider.settings({
      allow_unsolicited: true,
      limit_to_subdomains: ['eng'],
      entity_id: 'https://portal.example.com',
    }),
  };
  service = new ServiceUnderTest(IdentityProvidersModule, IDENTITY_PROVIDERS, 1, {
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    EXTERNAL_URL: BASE_URL,
    SAML_PROVIDERS: JSON.stringify(providers),
    SAML_SP_CERT: keys.certificate,
    SAML_SP_KEY: keys.privateKey,
  });
  await service.open();
  await service.play('users', {
    [SignInWithIdentity.pattern]: (request: SignInWithIdentity) => {
      signedIn.push(request);
      return SESSION;
    },
    [EndSessionsOfIdentity.pattern]: (request: EndSessionsOfIdentity) => {
      ended.push(request);
      return {};
    },
  });
  const { str } = REALMS[0] as (typeof REALMS)[0];
  const state = realmRecord({ realmId: 1, url: REALM_URL, botDomain: 'chat.example.com', str });
  await service.play('realm-settings', {
    [ListRealms.pattern]: () => REALMS,
    [GetRealm.pattern]: () => ({ state, stamp: 0 }),
  });
  await service.startReplicas(2);
  ({ xml: metadata } = await service.request(GetSamlMetadata, {}));
});
afterAll(() => service.stop());

async function begin(providerId = 'corp') {
  const begun = await service.request(BeginSamlSignIn, {
    realmId: 1,
    realmUrl: REALM_URL,
    browserHash: BROWSER,
    providerId,
  });
  if (begun.result !== 'begun') throw new Error(`The start failed: ${JSON.stringify(begun)}`);
  return provider.requestIn(begun.redirectUrl, metadata);
}
const respond = (options: Partial<SamlResponseOptions> = {}) =>
  provider.response(metadata, {
    nameId: 'ana-7',
    attributes: { email: 'ana@example.com', name: 'Ana', team: 'Bees', other: 'x' },
    ...options,
  });
const receive = (samlResponse: string, relayState: string) =>
  service.request(ReceiveSamlResponse, { realmId: 2, samlResponse, relayState }, 2);
const complete = (ticket: string, { browserHash = BROWSER, realmId = 1 } = {}) =>
  service.request(CompleteSamlSignIn, { realmId, ticket, browserHash, target: TARGET }, realmId);

/** A flow until the browser returns from the provider. */
async function returned(providerId?: string, options: Partial<SamlResponseOptions> = {}) {
  const { id, relayState } = await begin(providerId);
  const received = await receive(await respond({ inResponseTo: id, ...options }), relayState);
  return 'redirectUrl' in received ? (new URL(received.redirectUrl).searchParams.get('ticket') ?? '') : received;
}

describe('a sign-in by SAML', () => {
  it('sends the request of a flow to the provider, and nothing else', async () => {
    const { relayState, address } = await begin();

    expect(relayState).toMatch(/^\{"state_token": "[\w-]{43}"\}$/);
    expect(address).toBe(`${BASE_URL}/complete/saml/`);
  });

  it('signs the person of the response in, at the realm where the flow began', async () => {
    const { id, relayState } = await begin();

    const received = await receive(await respond({ inResponseTo: id }), relayState);
    const redirectUrl = 'redirectUrl' in received ? received.redirectUrl : '';
    const signIn = await complete(new URL(redirectUrl).searchParams.get('ticket') ?? '');

    expect(redirectUrl).toMatch(new RegExp(`^${REALM_URL}/complete/saml/\\?ticket=[\\w-]{43}$`));
    expect(signIn).toEqual(SESSION);
    expect(signedIn.at(-1)).toEqual({
      realmId: 1,
      provider: 'saml:corp',
      subject: 'ana-7',
      email: 'ana@example.com',
      emailIsVerified: true,
      fullName: 'Ana',
      fullNameIsValidated: true,
      claims: { team: ['Bees'] },
      autoSignup: false,
      sync: { profileFields: { Team: 'team' } },
      providerSessionId: 'ana-7',
      target: TARGET,
    });
  });

  it('passes the end of the session at the provider on', async () => {
    const end = at(3_600_000);

    await complete((await returned('corp', { sessionNotOnOrAfter: end })) as string);

    expect(signedIn.at(-1)).toMatchObject({ sessionNotOnOrAfter: Math.floor(Date.parse(end) / 1000) });
  });

  it('works once, also for sixteen simultaneous responses and sixteen returns', async () => {
    const { id, relayState } = await begin();
    const response = await respond({ inResponseTo: id });
    const before = signedIn.length;

    const received = await Promise.all(Array.from({ length: 16 }, () => receive(response, relayState)));
    const tickets = received.flatMap((reply) => ('redirectUrl' in reply ? [new URL(reply.redirectUrl)] : []));
    const ticket = tickets[0]?.searchParams.get('ticket') ?? '';
    const outcomes = await Promise.all(Array.from({ length: 16 }, () => complete(ticket)));

    expect(tickets).toHaveLength(1);
    expect(outcomes.filter(({ result }) => result === 'session')).toHaveLength(1);
    expect(signedIn).toHaveLength(before + 1);
  });

  it('does not go on in another browser, without a cookie, or in another realm', async () => {
    const ticket = (await returned()) as string;

    expect(await complete(ticket, { browserHash: 'hash of another secret' })).toEqual(NO_FLOW);
    expect(await complete(ticket, { browserHash: '' })).toEqual(NO_FLOW);
    expect(await complete(ticket, { realmId: 2 })).toEqual(NO_FLOW);
    expect(await complete(ticket)).toEqual(SESSION);
  });

  it('ends with a response that is not valid', async () => {
    const { id, relayState } = await begin();

    const refused = await receive(await respond({ inResponseTo: id, signs: 'nothing' }), relayState);

    expect(refused).toEqual({ result: 'provider_failed', reason: 'invalid', fault: 'signature' });
    expect(await receive(await respond({ inResponseTo: id }), relayState)).toEqual(NO_FLOW);
  });

  it('takes no assertion of another flow', async () => {
    const [one, other] = [await begin(), await begin()];

    expect(await receive(await respond({ inResponseTo: one.id }), other.relayState)).toMatchObject({
      fault: 'request',
    });
  });

  it('does not begin with a state as a ticket, or a ticket as a state', async () => {
    const { relayState } = await begin();
    const ticket = (await returned()) as string;

    expect(await complete(JSON.parse(relayState).state_token)).toEqual(NO_FLOW);
    expect(await receive(await respond({ inResponseTo: '_1' }), `{"state_token":"${ticket}"}`)).toEqual(NO_FLOW);
  });

  it('begins anew after Redis was wiped', async () => {
    const { id, relayState } = await begin();
    const ticket = (await returned()) as string;
    await service.redis.redis.del(await service.redis.redis.keys('identity-providers:*'));

    expect(await receive(await respond({ inResponseTo: id }), relayState)).toEqual(NO_FLOW);
    expect(await complete(ticket)).toEqual(NO_FLOW);
  });

  it('lets members of the organization in only', async () => {
    expect(await returned('members', { attributes: { orgs: ['ops', 'eng'] } })).toEqual(expect.any(String));
    expect(await returned('members', { attributes: { orgs: ['ops'] } })).toEqual({
      result: 'provider_failed',
      reason: 'refused',
      fault: 'membership',
    });
  });

  it.each(['', '{', 'null', '"x"', '{}', '{"state_token": 1}', '{"state_token": "\\u0000"}', '[]'])(
    'is refused with the RelayState %j',
    async (relayState) => {
      const received = await receive(await respond({ inResponseTo: '_1' }), relayState);

      expect(received.result).toMatch(/provider_failed|no_flow/);
    },
  );
});

describe('a sign-in that begins at the provider', () => {
  const PORTAL = { values: { Issuer: 'https://portal.example.com' } };
  const toEng = '{"subdomain": "eng"}';

  it('leads to a flow of this browser at the realm', async () => {
    const response = await respond(PORTAL);

    expect(await receive(response, toEng)).toEqual({
      result: 'continue',
      redirectUrl: `${REALM_URL}/accounts/login/social/saml/portal`,
    });
    expect(await receive(response, toEng)).toMatchObject({ fault: 'used' });
  });

  it.each<[string, string, Partial<SamlResponseOptions>, string]>([
    ['request', 'of a provider without allow_unsolicited', {}, toEng],
    ['request', 'in response to a request', { ...PORTAL, inResponseTo: '_1' }, toEng],
    ['signature', 'without a signature', { ...PORTAL, signs: 'nothing' }, toEng],
    ['membership', 'to a realm that the provider does not serve', PORTAL, '{"subdomain": "root"}'],
    ['membership', 'to no realm', PORTAL, '{"subdomain": "none"}'],
  ])('is refused: %s: %s', async (fault, _, options, relayState) => {
    expect(await receive(await respond({ nameId: 'bea-8', ...options }), relayState)).toMatchObject({ fault });
  });

  it('does not go around for ever', async () => {
    const faults = [];
    for (let n = 0; n < 6; n++) faults.push(await receive(await respond({ ...PORTAL, nameId: 'eve-9' }), toEng));

    expect(faults.slice(0, 5).every(({ result }) => result === 'continue')).toBe(true);
    expect(faults[5]).toMatchObject({ fault: 'request' });
  });
});

describe('a logout of the provider', () => {
  it.each(['post', 'redirect'] as const)(
    'by %s ends the sessions of the person in every realm, once',
    async (binding) => {
      const request = await provider.logoutRequest(metadata, {
        nameId: 'ana-7',
        binding,
        relayState: 'x',
        values: { ID: `_${binding}` },
      });
      const sent = { realmId: 2, binding, request, relayState: 'x' };
      ended.length = 0;

      const reply = await service.request(EndSessionsBySaml, sent, 2);

      const person = { provider: 'saml:corp', subject: 'ana-7', providerSessionId: 'ana-7' };
      expect(ended).toEqual([
        { realmId: 1, ...person },
        { realmId: 2, ...person },
      ]);
      expect(reply).toEqual({ result: 'ended', redirectUrl: expect.any(String) });
      const { redirectUrl } = reply as { redirectUrl: string };
      expect(await provider.logoutResponseIn(redirectUrl, metadata)).toMatchObject({
        inResponseTo: `_${binding}`,
        relayState: 'x',
      });
      expect(await service.request(EndSessionsBySaml, sent, 2)).toMatchObject({ fault: 'used' });
      expect(ended).toHaveLength(2);
    },
  );

  it('without a signature ends nothing', async () => {
    const request = await provider.logoutRequest(metadata, { nameId: 'ana-7', isSigned: false });
    ended.length = 0;

    const reply = await service.request(EndSessionsBySaml, { realmId: 2, binding: 'post', request, relayState: '' }, 2);

    expect(reply).toMatchObject({ fault: 'signature' });
    expect(ended).toEqual([]);
  });
});
