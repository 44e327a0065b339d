import { endpoint } from '../kit/endpoint.js';
import { Field } from '../kit/fields.js';
import { PickType } from '../kit/mapped-classes.js';
import { bool, text, tuple } from '../kit/types/index.js';
import { Role } from '../roles.js';
import { NewRealmDomain, RealmDomainChange, RealmDomainList } from './realm-domains.schema.js';

/** Response of `POST /realm/domains`: the domain as stored, in lower case. */
export class CreatedRealmDomain {
  /** The domain, and whether its subdomains may join. */
  @Field(tuple(text(), bool())) newDomain!: readonly [string, boolean];
}

/** Path parameter of `DELETE /realm/domains/{domain}`, in any case of letters. */
export class RealmDomainSelection extends PickType(RealmDomainChange, ['domain']) {}

export const getRealmDomains = endpoint('GET /realm/domains', {
  pattern: 'realm-settings.domains.get',
  summary: 'Get the domains of addresses that may join',
  response: RealmDomainList,
});

/** Errors (BAD_REQUEST): "Invalid domain: …"; "The domain … is already a part of your organization."; too many. */
export const createRealmDomain = endpoint('POST /realm/domains', {
  pattern: 'realm-settings.domains.create',
  minimumRole: Role.Owner,
  summary: 'Let addresses of a domain join',
  parameters: NewRealmDomain,
  response: CreatedRealmDomain,
});

/** Errors (BAD_REQUEST) of this and the next: "No entry found for domain …." */
export const updateRealmDomain = endpoint('PATCH /realm/domains/{domain}', {
  pattern: 'realm-settings.domains.update',
  minimumRole: Role.Owner,
  summary: 'Change whether subdomains of a domain may join too',
  parameters: RealmDomainChange,
});

/** The restriction to domains ends when the last one is removed. */
export const deleteRealmDomain = endpoint('DELETE /realm/domains/{domain}', {
  pattern: 'realm-settings.domains.delete',
  minimumRole: Role.Owner,
  summary: 'Let addresses of a domain no longer join',
  parameters: RealmDomainSelection,
});
