import { promisify } from 'node:util';
import { newSamlKeys, type SamlKeys, type SamlResponseOptions, SamlTestProvider } from '@chat/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type EncryptOptions, encrypt } from 'xml-encryption';
import { type ResponseExpectation, verifiedAssertion } from './verify-response.js';

const ADDRESS = 'https://chat.example.com/complete/saml/';
const ENTITY_ID = 'https://chat.example.com';
const METADATA = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${ENTITY_ID}"><SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><AssertionConsumerService index="1" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${ADDRESS}"/></SPSSODescriptor></EntityDescriptor>`;
const ASSERTION = /<saml:Assertion .*<\/saml:Assertion>/;
const ENCRYPTED = /<saml:EncryptedAssertion.*<\/saml:EncryptedAssertion>/s;

let provider: SamlTestProvider;
let own: SamlKeys;
let other: SamlKeys;
beforeAll(async () => {
  provider = await SamlTestProvider.create();
  [own, other] = await Promise.all([newSamlKeys(), newSamlKeys()]);
});

const respond = async (options: Partial<SamlResponseOptions> = {}) => {
  const response = await provider.response(METADATA, { nameId: 'ana-7', inResponseTo: '_1', ...options });
  return Buffer.from(response, 'base64').toString();
};
const assertionIn = (xml: string): string => ASSERTION.exec(xml)?.[0] ?? '';
const encrypted = async (text: string, options: Partial<EncryptOptions> = {}) => {
  const data = await promisify(encrypt)(text, {
    rsa_pub: own.certificate,
    pem: own.certificate,
    encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
    warnInsecureAlgorithm: false,
    ...options,
  });
  return `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${data}</saml:EncryptedAssertion>`;
};
/** A response with a changed and encrypted assertion. */
const respondEncrypted = async (change = (assertion: string) => assertion, options: Partial<EncryptOptions> = {}) => {
  const xml = await respond();
  const element = await encrypted(change(assertionIn(xml)), options);
  return xml.replace(ASSERTION, () => element);
};
const verify = (xml: string, expected: Partial<ResponseExpectation> = {}) =>
  verifiedAssertion(Buffer.from(xml).toString('base64'), {
    issuer: provider.entityId,
    audience: ENTITY_ID,
    recipient: ADDRESS,
    requestId: '_1',
    certificates: [provider.keys.certificate],
    privateKey: own.privateKey,
    ...expected,
  });

describe('an encrypted assertion', () => {
  it.each([
    'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    'http://www.w3.org/2009/xmlenc11#aes128-gcm',
    'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
    'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  ] as const)('is accepted with %s and a signature inside', async (encryptionAlgorithm) => {
    const response = await respondEncrypted(undefined, { encryptionAlgorithm });

    expect(await verify(response)).toMatchObject({ nameId: 'ana-7' });
  });

  it('is accepted in a signed response', async () => {
    const element = await encrypted(assertionIn(await respond({ signs: 'nothing' })));
    const response = await respond({ signs: 'response', edit: (xml) => xml.replace(ASSERTION, () => element) });

    expect(await verify(response)).toMatchObject({ nameId: 'ana-7' });
  });

  it('is refused without a key', async () => {
    const response = await respondEncrypted();

    await expect(verify(response, { privateKey: null })).rejects.toMatchObject({
      fault: 'signature',
      message: 'it is encrypted, and SAML_SP_KEY is not set',
    });
  });

  it.each<[string, () => Promise<string>]>([
    ['without a signature', () => respondEncrypted((xml) => xml.replace(/<ds:Signature .*<\/ds:Signature>/, ''))],
    ['with another person after the signature', () => respondEncrypted((xml) => xml.replace('ana-7', 'eve-9'))],
    ['for another key', () => respondEncrypted(undefined, { rsa_pub: other.certificate, pem: other.certificate })],
    ['with a comment', () => respondEncrypted((xml) => xml.replace('ana-7', 'ana<!-- -->-7'))],
    ['with a DOCTYPE', () => respondEncrypted((xml) => `<!DOCTYPE x>${xml}`)],
    ['around a response', async () => (await respond()).replace(ASSERTION, await encrypted(await respond()))],
    ['around two assertions', () => respondEncrypted((xml) => xml + xml)],
    ['around nothing', () => respondEncrypted(() => ' ')],
    ['with other bytes', async () => (await respondEncrypted()).replace(/(.*CipherValue>)..../, '$1AAAA')],
    [
      'with a weak digest',
      () =>
        respondEncrypted((xml) =>
          xml.replace('http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2000/09/xmldsig#sha1'),
        ),
    ],
    [
      'with a weak wrapping of the key',
      () => respondEncrypted(undefined, { keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5' }),
    ],
    [
      'with a weak cipher',
      () => respondEncrypted(undefined, { encryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#tripledes-cbc' }),
    ],
  ])('is refused %s, always for the same fault', async (_, response) => {
    await expect(verify(await response())).rejects.toMatchObject({ fault: 'signature' });
  });

  it.each<[string, (xml: string) => string]>([
    ['next to a plain one', (xml) => xml.replace(ENCRYPTED, (element) => `${element}<saml:Assertion/>`)],
    ['next to another one', (xml) => xml.replace(ENCRYPTED, '$&$&')],
    [
      'with an expression as the name of its key',
      (xml) => xml.replace(/<e:EncryptedKey.*<\/e:EncryptedKey>/s, '<e:RetrievalMethod URI="#a\' or \'"/>'),
    ],
  ])('is refused %s', async (_, change) => {
    const response = await respondEncrypted();
    const changed = change(response);

    expect(changed).not.toBe(response);
    await expect(verify(changed)).rejects.toMatchObject({ fault: 'malformed' });
  });
});
