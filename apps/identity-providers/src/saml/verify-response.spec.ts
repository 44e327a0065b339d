import type { SamlFault } from '@chat/contracts';
import { at, newSamlKeys, type SamlKeys, type SamlResponseOptions, SamlTestProvider } from '@chat/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SamlRefusal } from './saml-refusal.js';
import { type ResponseExpectation, verifiedAssertion } from './verify-response.js';
import { WRAPPED } from './wrapped-responses.testing.js';

const MINUTE_MS = 60_000;
const ADDRESS = 'https://chat.example.com/complete/saml/';
const ENTITY_ID = 'https://chat.example.com';
const METADATA = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${ENTITY_ID}"><SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><AssertionConsumerService index="1" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${ADDRESS}"/></SPSSODescriptor></EntityDescriptor>`;
const ANA = { nameId: 'ana-7', attributes: { email: 'ana@example.com', groups: ['eng', 'all'] } };
const FAILED = 'urn:oasis:names:tc:SAML:2.0:status:Responder';

let provider: SamlTestProvider;
let otherKeys: SamlKeys;
beforeAll(async () => {
  provider = await SamlTestProvider.create();
  otherKeys = await newSamlKeys();
});

const verify = (response: string, expected: Partial<ResponseExpectation> = {}) =>
  verifiedAssertion(response, {
    issuer: provider.entityId,
    audience: ENTITY_ID,
    recipient: ADDRESS,
    requestId: '_1',
    certificates: [provider.keys.certificate],
    privateKey: null,
    ...expected,
  });
const respond = (options: Partial<SamlResponseOptions> = {}) =>
  provider.response(METADATA, { ...ANA, inResponseTo: '_1', ...options });
const xmlOf = (response: string) => Buffer.from(response, 'base64').toString();
const posted = (xml: string) => Buffer.from(xml).toString('base64');
const changed = async (change: (xml: string) => string) => posted(change(xmlOf(await respond())));

/** `none` if the response is accepted. */
const faultOf = (verified: Promise<unknown>): Promise<SamlFault | 'none'> =>
  verified.then(
    () => 'none',
    (error) => error.fault ?? error,
  );

describe('a response of the provider', () => {
  it.each(['assertion', 'response', 'both'] as const)('is accepted with a signature of the %s', async (signs) => {
    const assertion = await verify(await respond({ signs }));

    expect(assertion).toMatchObject({ nameId: 'ana-7', isNameIdTransient: false, sessionEndsAtSeconds: null });
    expect([...assertion.attributes]).toEqual([
      ['email', ['ana@example.com']],
      ['groups', ['eng', 'all']],
    ]);
  });

  it('is accepted with the key of any of several certificates', async () => {
    expect(
      await faultOf(verify(await respond(), { certificates: [otherKeys.certificate, provider.keys.certificate] })),
    ).toBe('none');
  });

  it('names the end of the session at the provider', async () => {
    const end = at(20 * MINUTE_MS);

    const { sessionEndsAtSeconds } = await verify(await respond({ sessionNotOnOrAfter: end }));

    expect(sessionEndsAtSeconds).toBe(Math.floor(Date.parse(end) / 1000));
  });

  it('is accepted without a request if none is expected', async () => {
    expect(await faultOf(verify(await respond({ inResponseTo: undefined }), { requestId: undefined }))).toBe('none');
  });

  it.each([
    ['ConditionsNotOnOrAfter', -2],
    ['SubjectConfirmationDataNotOnOrAfter', -2],
    ['ConditionsNotBefore', 2],
    ['IssueInstant', 2],
    ['IssueInstant', -12],
  ])('is accepted with %s %i minutes away, since clocks differ', async (name, minutes) => {
    expect(await faultOf(verify(await respond({ values: { [name]: at(minutes * MINUTE_MS) } })))).toBe('none');
  });
});

describe('a forged response is refused', () => {
  it.each<[string, Partial<SamlResponseOptions>]>([
    ['without a signature', { signs: 'nothing' }],
    ['with the assertion signed by another key', { signs: 'assertion' }],
    ['with the response signed by another key', { signs: 'response' }],
  ])('%s', async (_, options) => {
    expect(await faultOf(verify(await respond({ ...options, keys: otherKeys })))).toBe('signature');
  });

  it.each<[string, (xml: string) => string]>([
    ['another person', (xml) => xml.replace('ana-7', 'bea-8')],
    ['another attribute', (xml) => xml.replace('ana@example.com', 'bea@example.com')],
    ['another audience of the assertion', (xml) => xml.replace(`${ENTITY_ID}</saml:Audience>`, 'x</saml:Audience>')],
    ['an empty signature', (xml) => xml.replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>')],
    ['two references', (xml) => xml.replace(/<ds:Reference .*<\/ds:Reference>/, '$&$&')],
  ])('with %s after the signature', async (_, change) => {
    expect(await faultOf(verify(await changed(change)))).toBe('signature');
  });

  it.each(['http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'http://www.w3.org/2000/09/xmldsig#hmac-sha1', 'none'])(
    'with the algorithm %s',
    async (algorithm) => {
      const response = await changed((xml) => xml.replace(/(<ds:SignatureMethod Algorithm=")[^"]*/, `$1${algorithm}`));

      expect(await faultOf(verify(response))).toBe('signature');
    },
  );

  it('with a digest of SHA-1', async () => {
    const response = await changed((xml) =>
      xml.replace('http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2000/09/xmldsig#sha1'),
    );

    expect(await faultOf(verify(response))).toBe('signature');
  });
});

describe('a misused response is refused', () => {
  const late = at(-4 * MINUTE_MS);

  it.each<[SamlFault, string, Partial<SamlResponseOptions>]>([
    ['time', 'that is late', { values: { ConditionsNotOnOrAfter: late } }],
    ['time', 'with a late confirmation', { values: { SubjectConfirmationDataNotOnOrAfter: late } }],
    ['time', 'of the future', { values: { ConditionsNotBefore: at(4 * MINUTE_MS) } }],
    ['time', 'with an IssueInstant of the future', { values: { IssueInstant: at(4 * MINUTE_MS) } }],
    ['time', 'that was made long ago', { values: { IssueInstant: at(-14 * MINUTE_MS) } }],
    ['time', 'whose session at the provider has ended', { sessionNotOnOrAfter: late }],
    ['time', 'without conditions', { edit: (xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/, '') }],
    ['malformed', 'without an end of the conditions', { values: { ConditionsNotOnOrAfter: undefined } }],
    ['malformed', 'without an end of the confirmation', { values: { SubjectConfirmationDataNotOnOrAfter: undefined } }],
    ['malformed', 'with a time that is none', { values: { ConditionsNotOnOrAfter: 'tomorrow' } }],
    ['audience', 'for another audience', { values: { Audience: 'https://other.example.com' } }],
    ['audience', 'without an audience', { edit: (xml) => xml.replace(/<saml:AudienceRestriction.*Restriction>/, '') }],
    ['issuer', 'of another issuer', { values: { Issuer: 'https://evil.example.com' } }],
    ['address', 'for another destination', { values: { Destination: 'https://other.example.com/complete/saml/' } }],
    ['address', 'without a destination', { values: { Destination: undefined } }],
    ['address', 'for another recipient', { values: { SubjectRecipient: 'https://other.example.com/complete/saml/' } }],
    ['address', 'without a recipient', { values: { SubjectRecipient: undefined } }],
    ['identity', 'with another confirmation', { values: { Method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches' } }],
    [
      'identity',
      'without a confirmation',
      { edit: (xml) => xml.replace(/<saml:SubjectConfirmation .*Confirmation>/, '') },
    ],
    ['request', 'to another request', { inResponseTo: '_2' }],
    ['request', 'without a request', { inResponseTo: undefined }],
    ['status', 'with a failure', { values: { StatusCode: FAILED } }],
    [
      'malformed',
      'with an unknown condition',
      { edit: (xml) => xml.replace('</saml:Conditions>', '<saml:Condition/>$&') },
    ],
  ])('%s: %s', async (fault, _, options) => {
    expect(await faultOf(verify(await respond(options)))).toBe(fault);
  });

  it('with an assertion to another request in a response to ours', async () => {
    const response = await changed((xml) => xml.replace(/InResponseTo="_1"(?=><saml:Issuer>)/, 'InResponseTo="_2"'));

    expect(await faultOf(verify(response, { requestId: '_2' }))).toBe('request');
  });
});

describe('a hostile document is refused', () => {
  it.each(Object.entries(WRAPPED))('wrapped: %s', async (_, wrap) => {
    for (const signs of ['assertion', 'response'] as const) {
      const response = posted(wrap(xmlOf(await respond({ signs })), (xml) => xml.replaceAll('ana-7', 'eve-9')));

      expect(await faultOf(verify(response))).toMatch(/malformed|signature/);
    }
  });

  it.each<[string, (xml: string) => string]>([
    ['a comment in the NameID', (xml) => xml.replace('ana-7', 'ana<!-- -->-7')],
    ['a CDATA section', (xml) => xml.replace('ana-7', '<![CDATA[ana-7]]>')],
    ['a processing instruction', (xml) => xml.replace('ana-7', '<?x y?>ana-7')],
    ['a DOCTYPE', (xml) => `<!DOCTYPE x>${xml}`],
    ['a DOCTYPE in small letters', (xml) => `<!doctype x>${xml}`],
    [
      'an external entity',
      (xml) => `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml.replace('ana-7', '&e;')}`,
    ],
    ['a DOCTYPE after the declaration', (xml) => `<?xml version="1.0"?>\n<!DOCTYPE x>${xml}`],
    ['an unknown entity', (xml) => xml.replace('ana-7', '&ana;')],
    ['a null character', (xml) => xml.replace('ana-7', 'ana\0')],
    ['a second document', (xml) => `${xml}<x/>`],
    ['text after the document', (xml) => `${xml}x`],
    ['a cut end', (xml) => xml.slice(0, -1)],
    ['too many elements', (xml) => xml.replace('<saml:Issuer>', `${'<x/>'.repeat(2_000)}$&`)],
    ['too deep elements', (xml) => xml.replace('<saml:Issuer>', `${'<x>'.repeat(40)}${'</x>'.repeat(40)}$&`)],
    [
      'too many attributes',
      (xml) => xml.replace('ID=', `${Array.from({ length: 40 }, (_, i) => `a${i}=""`).join(' ')} $&`),
    ],
    ['more than 256 KiB', (xml) => xml.replace('ana-7', 'a'.repeat(262_144))],
    ['another root', () => '<x/>'],
    ['nothing', () => ''],
  ])('with %s', async (_, change) => {
    expect(await faultOf(verify(await changed(change)))).toBe('malformed');
  });

  it.each(['%', 'YQ==\0', Buffer.from([0xff, 0xfe]).toString('base64')])('with the text %j', async (text) => {
    expect(await faultOf(verify(text))).toBe('malformed');
  });

  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      '<',
      '>',
      '"',
      '&lt;',
      '</saml:Assertion>',
      '<saml:NameID>eve-9</saml:NameID>',
      '<!--',
      '-->',
      '<ds:Object>',
    ),
  );
  const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), cut: fc.nat(60), piece });

  it('or names the same person after random changes', async () => {
    const signed = xmlOf(await respond());
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const xml = changes.reduce((text, { at, cut, piece }) => {
          const position = Math.floor(at * text.length);
          return text.slice(0, position) + piece + text.slice(position + cut);
        }, signed);

        const outcome = await verify(posted(xml)).catch((error: unknown) => error);

        expect(outcome instanceof SamlRefusal || (outcome as { nameId: string }).nameId === 'ana-7').toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
