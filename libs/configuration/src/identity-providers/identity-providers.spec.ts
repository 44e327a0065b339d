import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { setting } from '../setting.js';
import { CERTIFICATE, PRIVATE_KEY } from './sample-certificate.testing.js';

const before = { ...process.env };
beforeEach(() => {
  for (const name of ['OIDC_PROVIDERS', 'SAML_PROVIDERS', 'SAML_SP_CERT', 'SAML_SP_KEY']) delete process.env[name];
});
afterEach(() => {
  process.env = { ...before };
});

const oidc = { oidc_url: 'https://id.example.com/realms/corp', client_id: 'chat', secret: 'the secret' };
const saml = { entity_id: 'https://idp', url: 'https://idp.example/sso', x509cert: CERTIFICATE, attr_email: 'email' };

function oidcSettings(fields: object): unknown {
  process.env['OIDC_PROVIDERS'] = JSON.stringify({ corp: fields });
  return setting('OIDC_PROVIDERS')[0];
}
function samlSettings(fields: object): unknown {
  process.env['SAML_PROVIDERS'] = JSON.stringify({ corp: fields });
  return setting('SAML_PROVIDERS')[0];
}

describe('OIDC_PROVIDERS', () => {
  it('has defaults for all but the issuer and the client', () => {
    expect(oidcSettings(oidc)).toEqual({
      id: 'corp',
      displayName: 'corp',
      displayIcon: null,
      autoSignup: false,
      limitToSubdomains: null,
      sync: null,
      issuer: new URL('https://id.example.com/realms/corp'),
      clientId: 'chat',
      secret: 'the secret',
      tokenEndpointAuthMethod: 'client_secret_basic',
      scopes: 'openid email profile',
      fullNameValidated: false,
      trustEmail: false,
    });
  });

  it('reads every setting, and providers in their order', () => {
    const fields = {
      ...oidc,
      display_name: 'Corp',
      display_icon: '/static/corp.svg',
      auto_signup: true,
      limit_to_subdomains: ['', 'sales'],
      token_endpoint_auth_method: 'client_secret_post',
      scopes: 'openid email groups',
      full_name_validated: true,
      trust_email: true,
      sync: {
        profile_fields: { Phone: 'phone_number' },
        role: { from: 'roles', map: { 'chat-admins': 200 } },
        groups: { from: 'groups', map: { eng: 'engineering' } },
      },
    };
    process.env['OIDC_PROVIDERS'] = JSON.stringify({ zeta: fields, alpha: oidc });

    const [zeta, alpha] = setting('OIDC_PROVIDERS');
    expect([zeta?.id, alpha?.id]).toEqual(['zeta', 'alpha']);
    expect(zeta).toMatchObject({
      displayName: 'Corp',
      displayIcon: '/static/corp.svg',
      autoSignup: true,
      limitToSubdomains: ['', 'sales'],
      tokenEndpointAuthMethod: 'client_secret_post',
      scopes: 'openid email groups',
      fullNameValidated: true,
      trustEmail: true,
      sync: {
        profileFields: { Phone: 'phone_number' },
        role: { from: 'roles', map: { 'chat-admins': 200 } },
        groups: { from: 'groups', map: { eng: 'engineering' } },
      },
    });
  });

  it.each(['http://127.0.0.1:8080', 'http://localhost:8080/x', 'http://[::1]:80'])(
    'takes HTTP on this machine: %s',
    (url) => {
      expect(oidcSettings({ ...oidc, oidc_url: url })).toMatchObject({ issuer: new URL(url) });
    },
  );

  it.each([
    ['an issuer by HTTP', { ...oidc, oidc_url: 'http://id.example.com' }, '"corp"."oidc_url" must be an https address'],
    [
      'a host that looks like this machine',
      { ...oidc, oidc_url: 'http://127.0.0.1.example.com' },
      '"oidc_url" must be',
    ],
    ['an issuer with a password', { ...oidc, oidc_url: 'https://a:b@id.example.com' }, '"oidc_url" must be'],
    [
      'an issuer with a query',
      { ...oidc, oidc_url: 'https://id.example.com/?x=1' },
      '"oidc_url" must be without a query',
    ],
    ['no client', { ...oidc, client_id: undefined }, '"corp"."client_id" must be set'],
    ['no secret', { ...oidc, secret: undefined }, '"corp"."secret" must be set'],
    ['a blank name', { ...oidc, display_name: ' ' }, '"display_name" must be a text of at most 100 characters'],
    ['another type', { ...oidc, trust_email: 'yes' }, '"corp"."trust_email" must be true or false'],
    ['an unknown method', { ...oidc, token_endpoint_auth_method: 'x' }, 'must be one of client_secret_basic, '],
    ['scopes without openid', { ...oidc, scopes: 'email' }, '"scopes" must be words'],
    ['a misspelt setting', { ...oidc, trust_mail: true }, '"corp"."trust_mail" is unknown'],
    ['an icon that is a script', { ...oidc, display_icon: 'javascript:x' }, '"display_icon" must be an address'],
    ['subdomains that are no list', { ...oidc, limit_to_subdomains: 'sales' }, '"limit_to_subdomains" must be a list'],
    ['an unknown role', { ...oidc, sync: { role: { from: 'r', map: { a: 250 } } } }, '"map"."a" must be one of 100, '],
    ['a map without a claim', { ...oidc, sync: { groups: { map: {} } } }, '"groups"."from" must be set'],
    ['a claim without a map', { ...oidc, sync: { groups: { from: 'g' } } }, '"groups"."map" must be set'],
    ['a misspelt part of sync', { ...oidc, sync: { roles: {} } }, '"corp"."sync"."roles" is unknown'],
    ['no object', [], '"corp" must be a JSON object'],
  ])('refuses %s, and says where', (_, fields, message) => {
    const read = () => oidcSettings(fields);

    expect(read).toThrow('The environment variable OIDC_PROVIDERS does not fit: ');
    expect(read).toThrow(message);
    expect(read).not.toThrow('the secret');
  });

  it.each([
    ['no JSON', '{"corp": the secret', 'it is no JSON'],
    ['a list', '[]', 'it must be a JSON object'],
    ['an id that is no part of a path', '{"a/b": {}}', '"a/b" must be an id'],
    ['the id of a prototype', '{"__proto__": {}}', '"__proto__" must be an id'],
  ])('refuses %s', (_, text, message) => {
    process.env['OIDC_PROVIDERS'] = text;

    expect(() => setting('OIDC_PROVIDERS')).toThrow(message);
  });

  it('refuses every other JSON with an error that names the variable', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (fields, value) => {
        process.env['OIDC_PROVIDERS'] = `{"corp":{"oidc_url":${value},"client_id":${value},"sync":${fields}}}`;
        expect(() => setting('OIDC_PROVIDERS')).toThrow('OIDC_PROVIDERS does not fit');
      }),
    );
  });
});

describe('SAML_PROVIDERS', () => {
  it('has defaults for all but the endpoints, the certificate and the address', () => {
    expect(samlSettings(saml)).toMatchObject({
      id: 'corp',
      entityId: 'https://idp',
      url: new URL('https://idp.example/sso'),
      sloUrl: null,
      certificates: [CERTIFICATE],
      attributes: { email: 'email', fullName: null, userPermanentId: 'name_id', orgMembership: null },
      allowUnsolicited: false,
    });
  });

  it('takes certificates as PEM or as the base64 inside, one or a list', () => {
    const base64 = CERTIFICATE.replace(/-----[A-Z ]+-----|\n/g, '');

    expect(samlSettings({ ...saml, x509cert: [base64, CERTIFICATE] })).toMatchObject({
      certificates: [CERTIFICATE, CERTIFICATE],
    });
    expect(samlSettings({ ...saml, x509cert: base64 })).toMatchObject({ certificates: [CERTIFICATE] });
  });

  it.each([
    ['no certificate', { ...saml, x509cert: 'MIIB' }, '"corp"."x509cert" must be a certificate'],
    ['an empty list', { ...saml, x509cert: [] }, '"x509cert" must be a certificate'],
    ['one bad certificate of two', { ...saml, x509cert: [CERTIFICATE, 'x'] }, '"x509cert" must be a certificate'],
    ['a first name alone', { ...saml, attr_first_name: 'f' }, '"corp"."attr_last_name" must be set, too'],
    ['no attribute of the address', { ...saml, attr_email: null }, '"attr_email" must be set'],
    ['a logout by HTTP', { ...saml, slo_url: 'http://idp.example' }, '"slo_url" must be an https address'],
    ['a misspelt setting', { ...saml, x509_cert: '' }, '"corp"."x509_cert" is unknown'],
  ])('refuses %s, and says where', (_, fields, message) => {
    expect(() => samlSettings(fields)).toThrow(message);
  });
});

describe('the key and the certificate of this server', () => {
  it('are read as PEM', () => {
    process.env['SAML_SP_CERT'] = CERTIFICATE;
    process.env['SAML_SP_KEY'] = PRIVATE_KEY;

    expect([setting('SAML_SP_CERT'), setting('SAML_SP_KEY')]).toEqual([CERTIFICATE, PRIVATE_KEY]);
  });

  it('are refused in another form, without the text', () => {
    process.env['SAML_SP_CERT'] = 'x';
    process.env['SAML_SP_KEY'] = 'secret text';

    expect(() => setting('SAML_SP_CERT')).toThrow('SAML_SP_CERT does not fit: it must be a certificate, PEM.');
    expect(() => setting('SAML_SP_KEY')).toThrow('SAML_SP_KEY does not fit: it must be a private key');
    expect(() => setting('SAML_SP_KEY')).not.toThrow('secret text');
  });
});
