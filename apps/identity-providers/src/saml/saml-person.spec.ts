import { describe, expect, it } from '@jest/globals';
import type { SamlAssertion } from './saml-assertion.js';
import { personOf } from './saml-person.js';

const NAMES = {
  email: 'email',
  fullName: null,
  firstName: 'first',
  lastName: 'last',
  userPermanentId: 'name_id',
  orgMembership: null,
};
const ANA: SamlAssertion = {
  id: '_1',
  nameId: 'ana-7',
  isNameIdTransient: false,
  attributes: new Map([
    ['email', ['ana@example.com', 'ana@old.example.com']],
    ['first', ['Ana']],
    ['last', ['Mora']],
    ['uid', ['7']],
    ['orgs', ['eng', 'www']],
  ]),
  sessionEndsAtSeconds: null,
};
const person = (
  names: Partial<typeof NAMES> | object = {},
  assertion: Partial<SamlAssertion> = {},
  subdomain = 'eng',
) => personOf({ ...ANA, ...assertion }, { attributes: { ...NAMES, ...names } }, subdomain);

describe('the person of an assertion', () => {
  it('has the first address, the joined name, the NameID and all attributes', () => {
    expect(person()).toEqual({
      subject: 'ana-7',
      nameId: 'ana-7',
      email: 'ana@example.com',
      fullName: 'Ana Mora',
      claims: Object.fromEntries(ANA.attributes),
      sessionEndsAtSeconds: null,
    });
  });

  it('has the full name and the permanent id of the attributes that the settings name', () => {
    expect(person({ fullName: 'uid', userPermanentId: 'uid' })).toMatchObject({ fullName: '7', subject: '7' });
  });

  it('has the NameID as its address if the settings say so', () => {
    expect(person({ email: 'name_id' })).toMatchObject({ email: 'ana-7' });
  });

  it('has neither name nor address if the provider does not send them', () => {
    expect(person({}, { attributes: new Map() })).toMatchObject({ email: null, fullName: null });
  });

  it.each<[string, object, Partial<SamlAssertion>]>([
    ['without a NameID', {}, { nameId: '' }],
    ['without the attribute of the permanent id', { userPermanentId: 'missing' }, {}],
    ['with a NameID that the next sign-in does not have', {}, { isNameIdTransient: true }],
    ['with a huge NameID', {}, { nameId: 'a'.repeat(256) }],
  ])('is refused %s', (_, names, assertion) => {
    expect(() => person(names, assertion)).toThrow(expect.objectContaining({ fault: 'identity' }));
  });

  it('is accepted with a transient NameID next to a permanent attribute', () => {
    expect(person({ userPermanentId: 'uid' }, { isNameIdTransient: true })).toMatchObject({ subject: '7' });
  });
});

describe('attr_org_membership', () => {
  it.each(['eng', ''])('lets a member into %j', (subdomain) => {
    expect(person({ orgMembership: 'orgs' }, {}, subdomain)).toMatchObject({ subject: 'ana-7' });
  });

  it.each([
    ['ops', 'orgs'],
    ['eng', 'missing'],
    ['', 'uid'],
  ])('refuses %j without an entry in %s', (subdomain, orgMembership) => {
    expect(() => person({ orgMembership }, {}, subdomain)).toThrow(expect.objectContaining({ fault: 'membership' }));
  });
});
